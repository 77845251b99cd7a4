/** Betas as clients of clouds write them: in the body, where Anthropic's have a header. */
import { invalid } from '../../../wire/body-fields'
import type { HeadNotes, ReadField } from '../protocol'

const FIELD = 'anthropic_beta'
const MOST = 64
/** They travel in a header. */
const NAME = /^[\w.-]{1,100}$/

/** Throws `request.invalid` for what is no list of names. */
export function readBodyBetas(field: ReadField): HeadNotes | undefined {
  const given = field(FIELD)
  if (given === undefined || given === null) return undefined
  if (!Array.isArray(given)) throw invalid(FIELD, 'reason.not_an_array')
  if (given.length > MOST) throw invalid(FIELD, 'reason.too_many_values', { max: MOST })
  for (const [at, name] of given.entries()) {
    if (typeof name !== 'string' || !NAME.test(name)) {
      throw invalid(`${FIELD}[${at}]`, 'reason.not_allowed')
    }
  }
  return { vendorHeaders: { 'anthropic-beta': given.join(',') } }
}
