/** Metrics by the conventions for generative AI, and what they have no name for. */
import type { Attributes, MeterProvider } from '@opentelemetry/api'
import { CREDITS_PER_USD } from '../domain/money/quota'
import { totalCompletionTokens, totalPromptTokens } from '../domain/money/usage'
import { errorType, firstChunkMs, lastTry, operationWord } from './attributes'
import type { EndedCall, Try } from './ended-call'
import { providerName } from './provider-name'

/** The boundaries that the conventions ask for. */
const SECONDS = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]
const TOKENS = [
  1, 4, 16, 64, 256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216,
  67_108_864,
]
const FIRST_CHUNK_SECONDS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

export function callMeters(provider: MeterProvider, version: string, dropped: () => number) {
  const meter = provider.getMeter('gw', version)
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: SECONDS } }
  const duration = meter.createHistogram('gen_ai.client.operation.duration', {
    ...seconds,
    description: 'Time a provider took for a request.',
  })
  const firstChunk = meter.createHistogram('gen_ai.client.operation.time_to_first_chunk', {
    unit: 's',
    advice: { explicitBucketBoundaries: FIRST_CHUNK_SECONDS },
    description: 'Time from the request to a provider to the first chunk of its stream.',
  })
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    unit: '{token}',
    advice: { explicitBucketBoundaries: TOKENS },
    description: 'Input and output tokens of a call.',
  })
  const charged = meter.createCounter('gw.call.charge', {
    unit: '{USD}',
    description: 'What calls were charged.',
  })
  meter
    .createObservableCounter('gw.telemetry.spans.dropped', {
      unit: '{span}',
      description: 'Spans that the queue had no room for.',
    })
    .addCallback((result) => result.observe(dropped()))
  return (call: EndedCall): void => {
    for (const made of call.tries) {
      duration.record((made.endedMs - made.beganMs) / 1000, tryLabels(call, made))
    }
    const last = lastTry(call)
    if (last === undefined || call.usage === undefined) return
    const labels = labelsOf(call, last)
    const firstMs = firstChunkMs(call, last)
    if (firstMs !== undefined) firstChunk.record(firstMs / 1000, labels)
    tokens.record(totalPromptTokens(call.usage), { ...labels, 'gen_ai.token.type': 'input' })
    tokens.record(totalCompletionTokens(call.usage), { ...labels, 'gen_ai.token.type': 'output' })
    if (call.charge > 0) charged.add(call.charge / CREDITS_PER_USD, labels)
  }
}

/** Nobody's own: what users choose freely is in none of them. */
function labelsOf({ operation, model }: EndedCall, { channel }: Try): Attributes {
  return {
    'gen_ai.operation.name': operationWord(operation),
    'gen_ai.provider.name': providerName(channel),
    'gen_ai.request.model': model,
    'gw.channel.id': channel.id,
  }
}

function tryLabels(call: EndedCall, made: Try): Attributes {
  const labels = labelsOf(call, made)
  if (made.failure === undefined) return labels
  return { ...labels, 'error.type': errorType(made.failure) }
}
