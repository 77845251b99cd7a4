/**
 * A collector that takes OTLP over HTTP and remembers it. It decodes with the code that is
 * generated from the official definitions, and refuses what it does not understand in full.
 */
import root from 'otlp-proto/build/src/generated/root.js'

type Attributes = Readonly<Record<string, unknown>>

export interface CollectedSpan {
  readonly name: string
  readonly kind: number
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: Attributes
  readonly isError: boolean
  readonly beganNs: bigint
  readonly endedNs: bigint
  readonly resource: Attributes
}

export interface CollectedPoint {
  readonly metric: string
  readonly attributes: Attributes
  /** Of a histogram its sum, with `count` beside it. */
  readonly value: number
  readonly count: number
}

export class OtlpCollector {
  readonly spans: CollectedSpan[] = []
  /** Of the newest sending that had any. */
  points: CollectedPoint[] = []
  readonly requests: { readonly path: string; readonly headers: Headers; readonly size: number }[] =
    []
  /** Everything that was sent, as text, to search for what must not be there. */
  sent = ''
  /** What it does with whatever comes. */
  mode: 'takes' | 'refuses' | 'hangs' = 'takes'
  readonly #ended = Promise.withResolvers<void>()
  readonly #server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    fetch: (request) => this.#answer(request),
  })

  get url(): string {
    return `http://127.0.0.1:${this.#server.port}`
  }

  called(name: string): CollectedSpan[] {
    return this.spans.filter((span) => span.name === name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.resolve()
    await this.#server.stop(true)
  }

  async #answer(request: Request): Promise<Response> {
    const { headers } = request
    const path = new URL(request.url).pathname
    const raw = new Uint8Array(await request.arrayBuffer())
    this.requests.push({ path, headers, size: raw.length })
    if (this.mode === 'hangs') await this.#ended.promise
    if (this.mode !== 'takes') return new Response('no', { status: 403 })
    const bytes = headers.get('content-encoding') === 'gzip' ? Bun.gunzipSync(raw) : raw
    const isJson = headers.get('content-type') === 'application/json'
    const message = isJson ? JSON.parse(Buffer.from(bytes).toString()) : decoded(path, bytes)
    this.sent += JSON.stringify(message)
    if (path === '/v1/traces') this.spans.push(...spansIn(message))
    else if (path === '/v1/metrics') this.points = pointsIn(message)
    else return new Response('no such path', { status: 404 })
    return isJson ? Response.json({}) : new Response(new Uint8Array())
  }
}

const SERVICES: Readonly<Record<string, readonly string[]>> = {
  '/v1/traces': ['trace', 'v1', 'ExportTraceServiceRequest'],
  '/v1/metrics': ['metrics', 'v1', 'ExportMetricsServiceRequest'],
}

/** Throws what has fields that the definitions do not know: they would not survive encoding. */
function decoded(path: string, bytes: Uint8Array): unknown {
  const type = ['opentelemetry', 'proto', 'collector', ...(SERVICES[path] ?? [])].reduce(
    field,
    root,
  )
  const message = invoke(type, 'decode', [bytes])
  const again = invoke(invoke(type, 'encode', [message]), 'finish')
  if (!(again instanceof Uint8Array) || again.length !== bytes.length) {
    throw new Error(`unknown fields in ${path}`)
  }
  return invoke(type, 'toObject', [message, { longs: String, bytes: String }])
}

function field(of: unknown, name: string): unknown {
  return of instanceof Object ? Reflect.get(of, name) : undefined
}

function invoke(of: unknown, name: string, given: readonly unknown[] = []): unknown {
  const method = field(of, name)
  if (typeof method !== 'function') throw new Error(`no ${name}`)
  return Reflect.apply(method, of, given)
}

function list(of: unknown, name: string): readonly unknown[] {
  const found = field(of, name)
  return Array.isArray(found) ? found : []
}

function spansIn(message: unknown): CollectedSpan[] {
  return list(message, 'resourceSpans').flatMap((group) => {
    const resource = attributesOf(field(group, 'resource'))
    return list(group, 'scopeSpans').flatMap((scope) =>
      list(scope, 'spans').map((span) => ({
        name: String(field(span, 'name')),
        kind: Number(field(span, 'kind')),
        traceId: hexOf(field(span, 'traceId')),
        spanId: hexOf(field(span, 'spanId')),
        parentSpanId: hexOf(field(span, 'parentSpanId')),
        attributes: attributesOf(span),
        isError: field(field(span, 'status'), 'code') === 2,
        beganNs: BigInt(String(field(span, 'startTimeUnixNano'))),
        endedNs: BigInt(String(field(span, 'endTimeUnixNano'))),
        resource,
      })),
    )
  })
}

function pointsIn(message: unknown): CollectedPoint[] {
  const metrics = list(message, 'resourceMetrics')
    .flatMap((group) => list(group, 'scopeMetrics'))
    .flatMap((scope) => list(scope, 'metrics'))
  return metrics.flatMap((metric) => {
    const data = ['histogram', 'sum', 'gauge'].map((kind) => field(metric, kind)).find(Boolean)
    return list(data, 'dataPoints').map((point) => ({
      metric: String(field(metric, 'name')),
      attributes: attributesOf(point),
      value: Number(field(point, 'sum') ?? field(point, 'asDouble') ?? field(point, 'asInt')),
      count: Number(field(point, 'count') ?? 1),
    }))
  })
}

function attributesOf(of: unknown): Attributes {
  const pairs = list(of, 'attributes').map((pair) => [
    String(field(pair, 'key')),
    plain(field(pair, 'value')),
  ])
  return Object.fromEntries(pairs)
}

function plain(value: unknown): unknown {
  const whole = field(value, 'intValue')
  if (whole !== undefined) return Number(whole)
  const items = field(value, 'arrayValue')
  if (items !== undefined) return list(items, 'values').map(plain)
  if (Object.keys(value ?? {}).length === 0) throw new Error('an attribute without a value')
  return field(value, 'stringValue') ?? field(value, 'doubleValue') ?? field(value, 'boolValue')
}

const HEX = /^([0-9a-f]{16}|[0-9a-f]{32})$/

/** Base64 in the binary form, hexadecimal digits in JSON. */
function hexOf(id: unknown): string {
  const text = typeof id === 'string' ? id : ''
  return HEX.test(text) ? text : Buffer.from(text, 'base64').toString('hex')
}
