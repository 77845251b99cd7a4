import type { OptionKey } from '../../../../server/domain/options'
import { SECTION_ROWS } from './option-tabs'
import type { OptionForm } from './use-option-form'

/** Whether keys of a section are to be saved before what the section needs is filled in. */
export function lacksRequirement(keys: readonly OptionKey[], form: OptionForm): boolean {
  return SECTION_ROWS.some(({ keys: own, requires }) => {
    const isConcerned = own.some((key) => keys.includes(key))
    if (requires === undefined || !isConcerned) return false
    return form.storedOf(requires) === '' && !keys.includes(requires)
  })
}
