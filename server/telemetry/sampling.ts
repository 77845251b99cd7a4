/** Which calls are sent, and whose trace they belong to. */
import { type Context, ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Sampling } from '../telemetry-settings'
import type { Ids } from './ids'
import type { Origin } from './traced-call'

const ROOTS: Readonly<Record<Sampling['kind'], (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
}

export interface SamplingParts {
  readonly sampling: Sampling
  readonly propagates: boolean
  readonly ids: Ids
}

export function originFinder({ sampling, propagates, ids }: SamplingParts) {
  const { kind, ratio, followsParent } = sampling
  const root = ROOTS[kind](ratio)
  const sampler = followsParent ? new ParentBasedSampler({ root }) : root
  const isSampled = (context: Context, traceId: string) => {
    const result = sampler.shouldSample(context, traceId, '', SpanKind.SERVER, {}, [])
    return result.decision === SamplingDecision.RECORD_AND_SAMPLED
  }
  return (headers: Headers): Origin => {
    const given = propagates ? headers.get('traceparent') : null
    const parent = given === null ? null : parseTraceParent(given)
    if (parent === null) {
      const traceId = ids.trace()
      return { traceId, parentId: '', isSampled: isSampled(ROOT_CONTEXT, traceId) }
    }
    const { traceId, spanId, traceFlags } = parent
    const remoteParent = {
      traceId,
      spanId,
      traceFlags: traceFlags & TraceFlags.SAMPLED,
      isRemote: true,
    }
    const context = trace.setSpanContext(ROOT_CONTEXT, remoteParent)
    return { traceId, parentId: spanId, isSampled: isSampled(context, traceId) }
  }
}
