/** Shapes of JSON settings. */
import { Type } from '@sinclair/typebox'
import { isScriptLink } from '../network/script-link'
import type { Refusal } from './option'

/** Model or group → ratio or price; never negative, because that would pay the client. */
export const RatioByName = Type.Record(Type.String(), Type.Number({ minimum: 0 }))

export const TextByName = Type.Record(Type.String(), Type.String())

/** Model or "default" → tokens. */
export const TokensByModel = Type.Record(Type.String(), Type.Integer({ minimum: 1 }))

/** Header → values. */
export const HeaderValues = Type.Record(Type.String(), Type.Array(Type.String()))

/** Model → header → values. */
export const HeadersByModel = Type.Record(Type.String(), HeaderValues)

/** A list of objects with one entry each: name → link with {key} and {address}. */
export const NamedLinks = Type.Array(
  Type.Record(Type.String(), Type.String(), { minProperties: 1, maxProperties: 1 }),
)

export function refuseScriptLinks(
  links: readonly Readonly<Record<string, string>>[],
): Refusal | undefined {
  const isScript = links.some((link) => Object.values(link).some(isScriptLink))
  return isScript ? { reason: 'reason.script_link' } : undefined
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/

/** A bad header would fail every call of the vendor, so it is refused when it is saved. */
export function refuseHeaders(
  headers: Readonly<Record<string, readonly string[]>>,
): Refusal | undefined {
  for (const [name, values] of Object.entries(headers)) {
    if (!HEADER_NAME.test(name) || !values.every((value) => HEADER_VALUE.test(value))) {
      return { reason: 'reason.header_invalid', params: { name } }
    }
  }
  return undefined
}

export function refuseModelHeaders(
  byModel: Readonly<Record<string, Record<string, readonly string[]>>>,
): Refusal | undefined {
  for (const headers of Object.values(byModel)) {
    const refusal = refuseHeaders(headers)
    if (refusal) return refusal
  }
  return undefined
}
