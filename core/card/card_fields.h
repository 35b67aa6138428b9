// The one description of the card's known fields: where they stand, what they are called, what they must be.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace lanescope {

enum class CardSection : std::uint8_t {
    About,
    Model,
    Data,
    Hardware,
    Plan,
    Framework,
    CommunicationLibrary,
    MetricSource,
    Other
};

/// "Model", "Communication library", ...
std::string_view titleOf(CardSection section);

/// What a field's value must be. Any: whatever YAML says.
enum class FieldType : std::uint8_t { Any, Text, Boolean, Integer, Number };

struct CardField {
    std::string_view path;  // canonical; "...env.*" stands for every key below
    std::string_view label; // empty for "*": the key itself
    CardSection section = CardSection::Other;
    FieldType type = FieldType::Any;
};

/// All known fields in the order they are shown.
std::span<const CardField> cardFields();

/// The path a field is known by: Model-executor stands at the top (some cards nest it in workload), the model's size in
/// model_arch (some write it flat), active parameters are num_params_active. Other paths come back unchanged.
std::string canonicalPath(std::string_view path);

/// The field of that path as written, nullptr when it is not known.
const CardField* fieldOf(std::string_view path);

/// What the value of that path must be: its field's type; for unknown fields Text when it is a version, else Any.
FieldType typeOf(std::string_view path);

} // namespace lanescope
