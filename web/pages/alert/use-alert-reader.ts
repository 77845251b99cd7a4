import type { AlertReader } from '../../../server/domain/alerts/texts'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'

export function useAlertReader(): AlertReader {
  const { text } = useText()
  const { quota } = useFormat()
  return { text, quota }
}
