/** Why a job came to nothing, for people: the provider's own words, or ours in their language. */
import { isErrorId } from '../errors/catalogue'
import { type Language, translate } from '../i18n/translate'

/** `failReason` is the id of an error of ours, or the words of a provider. */
export function failText(failReason: string, language: Language): string {
  return isErrorId(failReason) ? translate(language, failReason, { id: '' }) : failReason
}
