#include "widgets/timeline/physical_keys.h"

#include <QKeyEvent>

namespace lanescope {

PhysicalKey physicalKeyOf(const QKeyEvent& event) {
    switch (event.nativeScanCode()) {
    case 25:
        return PhysicalKey::W;
    case 38:
        return PhysicalKey::A;
    case 39:
        return PhysicalKey::S;
    case 40:
        return PhysicalKey::D;
    case 0:
        break; // no scan code: a synthetic event or another platform
    default:
        return PhysicalKey::None;
    }
    switch (event.key()) {
    case Qt::Key_W:
        return PhysicalKey::W;
    case Qt::Key_A:
        return PhysicalKey::A;
    case Qt::Key_S:
        return PhysicalKey::S;
    case Qt::Key_D:
        return PhysicalKey::D;
    default:
        return PhysicalKey::None;
    }
}

} // namespace lanescope
