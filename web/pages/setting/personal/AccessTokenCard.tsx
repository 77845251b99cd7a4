import { KeyIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useState } from 'react'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { viewerId } from '../../../app/session'
import { useSite } from '../../../app/site'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Drawer } from '../../../components/overlay/Drawer'
import { Card } from '../../../components/page/Card'
import { useAction } from '../../../components/page/use-action'
import { useOwnerProof } from '../../../components/sign-in/OwnerProof'
import { CopyLine } from '../../../components/text/CopyLine'
import { useCopy } from '../../../components/text/use-copy'
import { NamedTokens } from './NamedTokens'

/** The key of scripts to the management API; the server stores a hash and shows it once. */
export function AccessTokenCard() {
  const { text } = useText()
  const [token, show] = useState<string | undefined>(undefined)
  const { isBusy, make, revoke } = useAccessToken(show)
  return (
    <Card
      id="access-token"
      icon={KeyIcon}
      title={text('personal.access_tokens')}
      description={text('personal.access_token_hint')}
    >
      <NamedTokens onMade={show} />
      <hr className="personal-rule" />
      <p className="personal-note personal-before-buttons">{text('personal.system_token_hint')}</p>
      <div className="form-inline">
        <Button loading={isBusy} onClick={() => void make()}>
          {text('personal.access_token_make')}
        </Button>
        <Button variant="danger" disabled={isBusy} onClick={() => void revoke()}>
          {text('personal.access_token_revoke')}
        </Button>
      </div>
      {token !== undefined && <TokenDialog token={token} onClose={() => show(undefined)} />}
    </Card>
  )
}

function useAccessToken(show: (token: string) => void) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const copy = useCopy()
  const confirm = useConfirmation()
  const asOwner = useOwnerProof()
  return {
    isBusy,
    async make(): Promise<void> {
      const question = {
        title: text('personal.access_token_make_title'),
        message: text('personal.access_token_make_text'),
        agree: text('personal.access_token_make'),
      }
      if (!(await confirm(question))) return
      await run(async () => {
        const { data } = await asOwner(() => call('user.token_create', { body: {} }))
        show(data)
        await refresh('access_token')
        await copy(data, text('personal.access_token_made'))
      })
    },
    async revoke(): Promise<void> {
      const question = {
        title: text('personal.access_token_revoke_title'),
        message: text('personal.access_token_revoke_text'),
        agree: text('personal.access_token_revoke'),
        danger: true,
      }
      if (!(await confirm(question))) return
      await run(async () => {
        await call('user.token_remove')
        await refresh('access_token')
      }, text('personal.access_token_revoked'))
    },
  }
}

interface TokenDialogProps {
  readonly token: string
  readonly onClose: () => void
}

function TokenDialog({ token, onClose }: TokenDialogProps) {
  const { text } = useText()
  const { server_address } = useSite()
  return (
    <Drawer kind="dialog" title={text('personal.access_token')} onClose={onClose}>
      <div className="form">
        <span>{text('personal.access_token_once')}</span>
        <CopyLine label={text('personal.access_token')} value={token} />
        <span>{text('personal.access_token_use')}</span>
        <CopyLine label="Authorization" value={`Bearer ${token}`} />
        <CopyLine label="New-Api-User" value={String(viewerId())} />
        <CopyLine
          label={text('personal.access_token_mcp')}
          value={`${server_address || location.origin}/mcp`}
        />
      </div>
    </Drawer>
  )
}
