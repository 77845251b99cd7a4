/** A JSON object as the names and values that were written, none of which is parsed. */
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { FieldSpan } from '../../../domain/json/scan'
import { topLevelFields } from './top-level'

export type WrittenFields = ReadonlyMap<string, string>

/** Throws `request.invalid_json`. */
export function writtenIn(bytes: Buffer): WrittenFields {
  const spans = topLevelFields(bytes)
  if (spans === undefined) throw new GatewayError('request.invalid_json')
  const written = ({ start, end }: FieldSpan) => bytes.toString('utf8', start, end)
  return new Map([...spans].map(([name, span]) => [name, written(span)]))
}

/** One JSON object of them, with each value as it was written. */
export function bodyOf(fields: WrittenFields): Buffer {
  const parts = [...fields].map(([name, value]) => `${JSON.stringify(name)}:${value}`)
  return Buffer.from(`{${parts.join(',')}}`)
}
