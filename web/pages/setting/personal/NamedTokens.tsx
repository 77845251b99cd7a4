/** The access tokens that one has, and a way to make more. */
import { KeyIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import type { DataOf } from '../../../../server/domain/api-calls/contract'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { ScopeList } from '../../../components/access/ScopeList'
import { lateDialog } from '../../../components/late/Late'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { useAction } from '../../../components/page/use-action'

const AccessTokenDialog = lateDialog(async () => (await import('./AccessTokenDialog')).default)

type AccessToken = DataOf<'access_token.list'>[number]

interface NamedTokensProps {
  /** Shows what is shown once. */
  readonly onMade: (token: string) => void
}

export function NamedTokens({ onMade }: NamedTokensProps) {
  const { text } = useText()
  const { data: tokens = [], reload } = useEndpoint('access_token.list')
  const [isMaking, make] = useState(false)
  return (
    <div className="form">
      {tokens.length > 0 && (
        <ul className="personal-rows">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onGone={reload} />
          ))}
        </ul>
      )}
      <div className="form-inline">
        <Button onClick={() => make(true)}>{text('personal.named_token_new')}</Button>
      </div>
      {isMaking && (
        <AccessTokenDialog
          onMade={(token) => {
            onMade(token)
            void reload()
          }}
          onClose={() => make(false)}
        />
      )}
    </div>
  )
}

interface TokenRowProps {
  readonly token: AccessToken
  readonly onGone: () => Promise<unknown>
}

function TokenRow({ token, onGone }: TokenRowProps) {
  const { text } = useText()
  const format = useFormat()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, kind, hint, scopes, last_used_at, last_used_ip, expires_at } = token
  const name = kind === 'system' ? text('personal.access_token') : token.name
  const revoke = async (): Promise<void> => {
    const question = {
      title: text('personal.named_token_revoke_title', { name }),
      message: text('personal.access_token_revoke_text'),
      agree: text('personal.access_token_revoke'),
      danger: true,
    }
    if (!(await confirm(question))) return
    await run(
      () => call('access_token.remove', { params: { id } }).finally(onGone),
      text('personal.access_token_revoked'),
    )
  }
  return (
    <li>
      <KeyIcon />
      <div className="personal-row-words">
        <strong>{name}</strong>
        {hint !== '' && <span className="mono muted">{hint}</span>}
        <span className="muted">
          <ScopeList scopes={scopes} />
        </span>
        <span className="muted personal-times">
          <span>
            {last_used_at === null
              ? text('factor.passkey_unused')
              : text('personal.named_token_used', {
                  time: format.time(last_used_at / 1000),
                  ip: last_used_ip,
                })}
          </span>
          {expires_at !== null && (
            <span>
              {text('personal.named_token_until', { time: format.time(expires_at / 1000) })}
            </span>
          )}
        </span>
      </div>
      <Button
        size="small"
        variant="danger"
        disabled={isBusy}
        aria-label={text('personal.named_token_revoke_name', { name })}
        onClick={() => void revoke()}
      >
        {text('personal.access_token_revoke')}
      </Button>
    </li>
  )
}
