import type { TextKey } from '../../../server/domain/i18n/translate'
import { type Text, useText } from '../../app/language'

/** What was done in words; an action of a newer version stays under its own name. */
export function actionText(action: string, text: Text): string {
  const key = `audit.action.${action}`
  const words = text(key as TextKey)
  return words === key ? action : words
}

/** The words, and next to them the name that the list is searched by. */
export function ActionName({ action }: { readonly action: string }) {
  const { text } = useText()
  const words = actionText(action, text)
  return (
    <span className="audit-action">
      {words} {words !== action && <small className="mono muted">{action}</small>}
    </span>
  )
}
