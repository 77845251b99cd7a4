import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { logLink } from '../../components/text/log-link'
import { TextLink } from '../../components/text/TextLink'
import type { MessageBill } from './chat/chat'

interface AnswerBillProps {
  readonly bill: MessageBill | undefined
  readonly askedAtMs: number
}

/** What an answer took, and what it cost, with the way to its row in the log. */
export function AnswerBill({ bill, askedAtMs }: AnswerBillProps) {
  const { text } = useText()
  const format = useFormat()
  if (bill === undefined) return <span />
  const { promptTokens, completionTokens, quota, requestId } = bill
  return (
    <span className="muted number">
      {text('playground.tokens', {
        prompt: format.number(promptTokens),
        completion: format.number(completionTokens),
      })}
      {quota !== undefined && (
        <>
          {' · '}
          <TextLink to={logAddress(requestId, askedAtMs)}>
            {text('playground.cost', { cost: format.cost(quota) })}
          </TextLink>
        </>
      )}
    </span>
  )
}

/** The log shows recent days unless a range is given, and a few of them at most. */
function logAddress(requestId: string, askedAtMs: number): string {
  const askedAt = Math.floor(askedAtMs / 1000)
  return logLink({ request_id: requestId, from: askedAt - 60, to: askedAt + 24 * 3600 })
}
