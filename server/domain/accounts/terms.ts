/** Who has terms of use to accept before going on. */
import type { OptionValues } from '../options'
import { isRoot } from './roles'

type TermsOptions = Pick<OptionValues, 'TermsVersion' | 'legal.user_agreement'>

/** The version that is to be accepted; "" where there is none, or no text to read. */
export function termsToAccept(options: TermsOptions): string {
  return options['legal.user_agreement'].trim() === '' ? '' : options.TermsVersion.trim()
}

interface Accepting {
  readonly role: number
  /** Accepted last; "" for none. */
  readonly terms_version: string
}

/** Root states the terms, and is not asked. */
export function owesTerms(options: TermsOptions, { role, terms_version }: Accepting): boolean {
  const version = termsToAccept(options)
  return version !== '' && version !== terms_version && !isRoot(role)
}
