#include "core/metrics/metric_families.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace lanescope {

namespace {

struct Peak {
    std::string_view model; // part of the accelerator's name
    double tflops;          // dense BF16
};

/// Boards that share a chip's name but not its peak.
constexpr std::array<std::string_view, 2> otherBoards = {"h100_pcie", "h100_nvl"};

/// Dense BF16 peaks as CCL-Bench 1.0 uses them (mfu.py); names are matched by their telling part.
constexpr std::array peaks = {Peak{"h100", 989}, Peak{"a100", 312}, Peak{"v6e", 918}};

std::optional<double> peakOf(std::string accelerator) {
    std::replace_if(
        accelerator.begin(), accelerator.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
    for (const std::string_view board : otherBoards)
        if (containsIgnoringCase(accelerator, board))
            return std::nullopt;
    for (const Peak& peak : peaks)
        if (containsIgnoringCase(accelerator, peak.model))
            return peak.tflops;
    return std::nullopt;
}

/// The first fact that the card lacks, empty when all are there.
std::string missingFact(const CardFacts& card) {
    if (!card.parameters || !card.layers || !card.attentionHeads || !card.headDimension)
        return "the card lacks the model's size (num_params, num_layers, num_heads, head_dim)";
    if (!card.batchSize || !card.sequenceLength)
        return "the card lacks batch_size or seq_len";
    if (!card.totalCount || *card.totalCount <= 0)
        return "the card lacks the number of accelerators (xpu_spec.total_count)";
    if (!card.acceleratorModel)
        return "the card lacks the accelerator (xpu_spec.model)";
    if (!peakOf(*card.acceleratorModel))
        return "no peak is known for the accelerator " + *card.acceleratorModel;
    return {};
}

MetricResult compute(const MetricContext& context) {
    if (!context.card())
        return absent("there is no workload card");
    const CardFacts& card = *context.card();
    if (const std::string missing = missingFact(card); !missing.empty())
        return absent(missing);
    const MetricResult stepTime = findMetric("avg_step_time")->compute(context);
    if (!stepTime.value || *stepTime.value <= 0)
        return absent("there is no step time: " + stepTime.absentBecause);
    MetricResult result;
    const bool isInference = card.phase && lowerCase(*card.phase) == "inference";
    const auto parameters = static_cast<double>(card.activeParameters.value_or(*card.parameters));
    const auto embedding = static_cast<double>(card.embeddingParameters.value_or(0));
    const double attention = static_cast<double>(*card.layers) * static_cast<double>(*card.attentionHeads) *
                             static_cast<double>(*card.headDimension) * static_cast<double>(*card.sequenceLength);
    const double flopPerToken =
        isInference ? 2 * (parameters - embedding) + 4 * attention : 6 * (parameters - embedding) + 12 * attention;
    const double tokens = static_cast<double>(*card.batchSize) * static_cast<double>(*card.sequenceLength);
    const double tokensPerSecond = tokens / (*stepTime.value / 1e3);
    const double peak = *peakOf(*card.acceleratorModel);
    const double mfu = 100 * flopPerToken * tokensPerSecond / (static_cast<double>(*card.totalCount) * peak * 1e12);
    if (mfu > 100)
        return absent(
            "the value would be above 100 %: check batch_size, seq_len and total_count of the card against the traces");
    result.value = mfu;
    result.inputs = {{"flop_per_token", flopPerToken},
                     {"tokens_per_s", tokensPerSecond},
                     {"peak_tflops", peak},
                     {"devices", static_cast<double>(*card.totalCount)},
                     {"step_time_ms", *stepTime.value}};
    result.assumptions = stepTime.assumptions;
    if (card.precision && !containsIgnoringCase(*card.precision, "bf16") &&
        !containsIgnoringCase(*card.precision, "bfloat16"))
        result.assumptions.push_back("the peak is that of dense BF16, the card says " + *card.precision);
    if (card.isMixtureOfExperts.value_or(false) && !card.activeParameters)
        result.assumptions.push_back(
            "a mixture of experts without num_params_active: all experts are counted, the value is too high");
    if (!card.embeddingParameters)
        result.assumptions.push_back("the card gives no embedding parameters: none are left out");
    return result;
}

std::vector<Evidence> evidence(const MetricContext& context) { return findMetric("avg_step_time")->evidence(context); }

} // namespace

std::vector<Metric> mfuMetrics() {
    return {{{"mfu", "Model FLOPS utilisation", "%", Direction::Higher,
              "Share of the accelerators' dense peak that the model's arithmetic reaches at this step time, attention "
              "included.",
              "100 * (6 * (N - Nemb) + 12 * L * H * Q * S) * B * S / step time / (devices * peak); inference: 2 and 4 "
              "instead of 6 and 12",
              "CCL-Bench 1.0, mfu.py, with its dense BF16 peaks"},
             compute,
             evidence}};
}

} // namespace lanescope
