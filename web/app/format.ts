/** Numbers, times and credits as the reader of the page writes them. */
import { useMemo } from 'react'
import { type Formats, formatsOf } from '../../server/domain/text/formats'
import { useText } from './language'
import { useSite } from './site'

export function useFormat(): Formats {
  const { language } = useText()
  const { quota_per_unit, display_in_currency } = useSite()
  return useMemo(
    () => formatsOf({ language, perUnit: quota_per_unit, inCurrency: display_in_currency }),
    [language, quota_per_unit, display_in_currency],
  )
}
