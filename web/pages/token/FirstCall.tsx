import { AlertIcon, CheckCircleFillIcon } from '@primer/octicons-react'
import { Spinner } from '@primer/react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { quotedValue } from '../../../server/domain/logs/query/lex'
import { LOG_TYPE } from '../../../server/domain/status'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { TextLink } from '../../components/text/TextLink'
import './first-call.css'

/** Between two looks. */
const EVERY_MS = 2500

/** Waits for the first call of a new key, and shows how it ended. */
export function FirstCall({ token }: { readonly token: TokenJson }) {
  const { text } = useText()
  const format = useFormat()
  const query = {
    token_name: token.name,
    start_timestamp: token.created_time,
    p: 1,
    page_size: 5,
  }
  const { data } = useEndpoint('log.list_own', { query }, { everyMs: EVERY_MS })
  // A failure is shown, and a later success as well.
  const log = data?.items.find(({ token_id }) => token_id === token.id)
  const state = stateOf(log?.type)
  const line = `token:${quotedValue(token.name)}`
  return (
    <div className="first-call" data-state={state} role="status">
      {state === 'waiting' && <Spinner size="small" srText={null} />}
      {state === 'answered' && <CheckCircleFillIcon />}
      {state === 'failed' && <AlertIcon />}
      <div>
        <strong>{text(`token.call_${state}`)}</strong>
        {log && (
          <p>
            {state === 'answered'
              ? `${log.model_name} · ${format.cost(log.quota)} · `
              : `${log.content} · `}
            <TextLink to={`/log?q=${encodeURIComponent(line)}`}>{text('token.call_log')}</TextLink>
          </p>
        )}
      </div>
    </div>
  )
}

function stateOf(type: number | undefined): 'waiting' | 'answered' | 'failed' {
  if (type === undefined) return 'waiting'
  return type === LOG_TYPE.error ? 'failed' : 'answered'
}
