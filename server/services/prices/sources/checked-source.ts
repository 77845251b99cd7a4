import { Value } from '@sinclair/typebox/value'
import { GatewayError } from '../../../domain/errors/gateway-error'
import type { ReasonKey } from '../../../domain/i18n/zh/reasons'
import {
  documentAddress,
  isPriceSourceKind,
  SOURCE_ADDRESSES,
} from '../../../domain/prices/sources/source-kinds'
import { PriceSourceFields } from '../../../domain/prices/sources/source-schema'
import { hasHidden } from '../../../domain/text/visible-text'

const MOST_LETTERS = 64
const NO_SCHEME = /^[^:/\\]+$/

function refused(field: string, reason: ReasonKey): GatewayError {
  return new GatewayError('value.invalid', { field, reason })
}

/** Throws `value.invalid`. */
export function checkedSource(given: PriceSourceFields): PriceSourceFields {
  const fields = { ...given, name: given.name.trim(), url: given.url.trim() }
  for (const [field, schema] of Object.entries(PriceSourceFields.properties)) {
    if (!Value.Check(schema, Reflect.get(fields, field))) throw refused(field, 'reason.not_allowed')
  }
  checkName(fields)
  checkAddress(fields)
  if (fields.margins.some(({ step = 0, ends = 0 }) => ends > 0 && ends >= step)) {
    throw refused('margins', 'reason.not_allowed')
  }
  return fields
}

/** A name that is also an address, a path or a kind could not be distinguished from it. */
function checkName({ name, kind }: PriceSourceFields): void {
  if (name === '') throw refused('name', 'reason.missing')
  const isOther = !NO_SCHEME.test(name) || /^\d+$/.test(name)
  const isOfOther = isPriceSourceKind(name) && name !== kind
  if (isOther || isOfOther || name.length > MOST_LETTERS || hasHidden(name)) {
    throw refused('name', 'reason.not_allowed')
  }
}

function checkAddress({ kind, url, allow_private: allowPrivate }: PriceSourceFields): void {
  if (url === '' && SOURCE_ADDRESSES[kind] === '') throw refused('url', 'reason.missing')
  const { protocol, username } = URL.parse(documentAddress(kind, url)) ?? {}
  const isSafe = protocol === 'https:' || (allowPrivate && protocol === 'http:')
  if (!isSafe || username !== '') throw refused('url', 'reason.must_be_https')
}
