#include "core/model/element_type.h"

#include "core/base/text.h"

#include <array>
#include <string>

namespace lanescope {

namespace {

struct ElementType {
    std::string_view name; // lower case, without "c10::"
    std::int64_t bytes;
};

constexpr std::array elementTypes = {
    ElementType{"bfloat16", 2},     ElementType{"bf16", 2},
    ElementType{"half", 2},         ElementType{"float16", 2},
    ElementType{"fp16", 2},         ElementType{"float", 4},
    ElementType{"float32", 4},      ElementType{"fp32", 4},
    ElementType{"double", 8},       ElementType{"float64", 8},
    ElementType{"long", 8},         ElementType{"int64", 8},
    ElementType{"uint64", 8},       ElementType{"int", 4},
    ElementType{"int32", 4},        ElementType{"uint32", 4},
    ElementType{"short", 2},        ElementType{"int16", 2},
    ElementType{"uint16", 2},       ElementType{"char", 1},
    ElementType{"byte", 1},         ElementType{"int8", 1},
    ElementType{"uint8", 1},        ElementType{"bool", 1},
    ElementType{"complexfloat", 8}, ElementType{"complexdouble", 16},
    ElementType{"complexhalf", 4},
};

} // namespace

std::optional<std::int64_t> elementBytes(std::string_view dtype) {
    std::string name = lowerCase(dtype);
    if (name.starts_with("c10::"))
        name.erase(0, 5);
    if (name.starts_with("float8")) // Float8_e4m3fn, Float8_e5m2, ...
        return 1;
    for (const ElementType& type : elementTypes)
        if (type.name == name)
            return type.bytes;
    return std::nullopt;
}

} // namespace lanescope
