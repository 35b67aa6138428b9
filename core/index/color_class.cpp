#include "core/index/color_class.h"

namespace lanescope {

namespace {

ColorClass classOfOp(CollectiveOp op) {
    switch (op) {
    case CollectiveOp::AllReduce:
        return ColorClass::AllReduce;
    case CollectiveOp::AllGather:
        return ColorClass::AllGather;
    case CollectiveOp::ReduceScatter:
        return ColorClass::ReduceScatter;
    case CollectiveOp::AllToAll:
        return ColorClass::AllToAll;
    default:
        return ColorClass::OtherCommunication;
    }
}

} // namespace

ColorClass colorClassOf(const SliceDescriptor& d) {
    switch (d.kind) {
    case SliceKind::Compute:
        return d.computeClass == ComputeClass::MatrixMultiply || d.computeClass == ComputeClass::Attention
                   ? ColorClass::ComputeMatrix
                   : ColorClass::ComputeOther;
    case SliceKind::Communication:
        return classOfOp(d.op);
    case SliceKind::Memcpy:
    case SliceKind::Memset:
        return ColorClass::Memory;
    case SliceKind::Sync:
        return ColorClass::Sync;
    case SliceKind::DeviceAnnotation:
    case SliceKind::HostAnnotation:
        return ColorClass::Annotation;
    case SliceKind::HostOperator:
        return ColorClass::HostOperator;
    case SliceKind::HostRuntime:
        return ColorClass::HostRuntime;
    case SliceKind::HostPython:
        return ColorClass::HostPython;
    case SliceKind::DeviceOther:
    case SliceKind::HostOther:
        break;
    }
    return ColorClass::Other;
}

std::vector<ColorClass> colorClassesOf(const Run& run) {
    std::vector<ColorClass> classes;
    classes.reserve(run.descriptors.size());
    for (const SliceDescriptor& d : run.descriptors)
        classes.push_back(colorClassOf(d));
    return classes;
}

} // namespace lanescope
