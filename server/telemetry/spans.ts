/** An ended call as spans: one of the server, and one of the client for each try. */
import {
  type Attributes,
  type HrTime,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
} from '@opentelemetry/api'
import type { InstrumentationScope } from '@opentelemetry/core'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { callAttributes, operationWord, statusOf, tryAttributes } from './attributes'
import type { EndedCall, Try } from './ended-call'

export interface Source {
  readonly resource: Resource
  readonly instrumentationScope: InstrumentationScope
}

export function spansOf(call: EndedCall, source: Source): readonly ReadableSpan[] {
  const { spanId, parentId, error, beganMs, endedMs } = call
  const status = statusOf(error)
  const own = spanOf(call, source, {
    ...{ spanId, parentId, beganMs, endedMs },
    kind: SpanKind.SERVER,
    model: call.model,
    // What a client did wrong is no error of a server.
    isError: status !== undefined && status >= 500,
    attributes: callAttributes(call),
  })
  return [own, ...call.tries.map((made) => trySpan(call, source, made))]
}

function trySpan(call: EndedCall, source: Source, made: Try): ReadableSpan {
  const { spanId, model, beganMs, endedMs, failure } = made
  return spanOf(call, source, {
    ...{ spanId, model, beganMs, endedMs },
    parentId: call.spanId,
    kind: SpanKind.CLIENT,
    isError: failure !== undefined,
    attributes: tryAttributes(call, made),
  })
}

interface Shape {
  readonly spanId: string
  /** "" for none. */
  readonly parentId: string
  readonly kind: SpanKind
  readonly model: string
  readonly beganMs: number
  readonly endedMs: number
  readonly isError: boolean
  readonly attributes: Attributes
}

function spanOf(
  { traceId, operation, epochMs }: EndedCall,
  source: Source,
  shape: Shape,
): ReadableSpan {
  const { spanId, parentId, kind, model, beganMs, endedMs, isError, attributes } = shape
  const context = { traceId, traceFlags: TraceFlags.SAMPLED }
  const own = { ...context, spanId }
  return {
    ...source,
    name: `${operationWord(operation)} ${model}`.trimEnd(),
    kind,
    spanContext: () => own,
    ...(parentId !== '' && { parentSpanContext: { ...context, spanId: parentId } }),
    startTime: hrTime(epochMs + beganMs),
    endTime: hrTime(epochMs + endedMs),
    duration: hrTime(endedMs - beganMs),
    status: { code: isError ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: [],
    events: [],
    ended: true,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  }
}

const NANOSECONDS = 1_000_000

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000)
  return [seconds, Math.floor((ms - seconds * 1000) * NANOSECONDS)]
}
