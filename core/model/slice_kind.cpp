#include "core/model/slice_kind.h"

namespace lanescope {

std::string_view nameOf(SliceKind kind) {
    switch (kind) {
    case SliceKind::Compute:
        return "compute";
    case SliceKind::Communication:
        return "comm";
    case SliceKind::Memcpy:
        return "memcpy";
    case SliceKind::Memset:
        return "memset";
    case SliceKind::Sync:
        return "sync";
    case SliceKind::DeviceAnnotation:
    case SliceKind::HostAnnotation:
        return "annotation";
    case SliceKind::HostOperator:
        return "operator";
    case SliceKind::HostRuntime:
        return "runtime";
    case SliceKind::HostPython:
        return "python";
    case SliceKind::DeviceOther:
    case SliceKind::HostOther:
        break;
    }
    return "other";
}

std::string_view nameOf(ComputeClass computeClass) {
    switch (computeClass) {
    case ComputeClass::None:
        return "";
    case ComputeClass::MatrixMultiply:
        return "matrix multiply";
    case ComputeClass::Attention:
        return "attention";
    case ComputeClass::Elementwise:
        return "elementwise";
    case ComputeClass::Normalization:
        return "normalization";
    case ComputeClass::Reduction:
        return "reduction";
    case ComputeClass::Other:
        break;
    }
    return "other compute";
}

} // namespace lanescope
