#include "resources/resources.h"

#include <QtGlobal>

/// The macro wants to stand outside every namespace.
static void initAppResources() { Q_INIT_RESOURCE(app); }

namespace lanescope {

void initResources() { initAppResources(); }

} // namespace lanescope
