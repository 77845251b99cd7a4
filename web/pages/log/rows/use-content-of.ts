import { isAdmin } from '../../../../server/domain/accounts/roles'
import type { LogJson } from '../../../../server/domain/endpoints/log'
import { contentOf } from '../../../../server/domain/logs/content'
import { useText } from '../../../app/language'
import { useViewer } from '../../../app/session'
import { useSite } from '../../../app/site'

/** The text of a row in the language of the page, which may have changed since it was read. */
export function useContentOf(log: LogJson): string {
  const { text } = useText()
  const { quota_per_unit: perUnit, display_in_currency: inCurrency } = useSite()
  const seesUpstream = isAdmin(useViewer()?.role ?? 0)
  return contentOf(log, { text, perUnit, inCurrency, seesUpstream })
}
