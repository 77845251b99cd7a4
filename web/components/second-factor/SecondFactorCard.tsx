/** Authenticator app, passkeys and recovery codes of one's own account. */
import { DeviceMobileIcon, KeyIcon, PasskeyFillIcon, ShieldLockIcon } from '@primer/octicons-react'
import { Button, SkeletonBox } from '@primer/react'
import type { DataOf } from '../../../server/domain/api-calls/contract'
import { failureText } from '../../../server/domain/api-calls/failure'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Note } from '../form/Note'
import { lateDialog } from '../late/Late'
import { Card, type CardProps } from '../page/Card'
import { LoadFailure } from '../page/LoadFailure'
import { hasPasskeys } from '../sign-in/use-passkeys'
import { type FactorActs, type Passkey, useFactorActs } from './use-factor-acts'
import './second-factor.css'

const FactorDialogs = lateDialog(async () => (await import('./FactorDialogs')).FactorDialogs)

export type FactorStatus = DataOf<'second_factor.status'>

export function hasSecondFactor({ enabled, passkeys }: FactorStatus): boolean {
  return enabled || passkeys.length > 0
}

export default function SecondFactorCard({ heading }: Pick<CardProps, 'heading'>) {
  const { text } = useText()
  const { data: status, error, reload } = useEndpoint('second_factor.status')
  const acts = useFactorActs(reload)
  return (
    <Card
      id="second-factor"
      {...(heading && { heading })}
      icon={ShieldLockIcon}
      title={text('factor.card')}
      description={text('factor.card_hint')}
    >
      {status === undefined && error === undefined && <SkeletonBox height="48px" />}
      {status === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      {status !== undefined && <Factors status={status} acts={acts} />}
      {acts.dialog !== undefined && (
        <FactorDialogs dialog={acts.dialog} acts={acts} onClose={acts.close} />
      )}
    </Card>
  )
}

interface FactorsProps {
  readonly status: FactorStatus
  readonly acts: FactorActs
}

function Factors({ status, acts }: FactorsProps) {
  const { text } = useText()
  const { passkey_login } = useSite()
  const { enabled, passkeys, backup_codes_remaining: remaining, required, required_from } = status
  const offersPasskeys = passkey_login && hasPasskeys()
  return (
    <div className="form">
      {required && !hasSecondFactor(status) && (
        <Note tone="warning">
          {required_from === ''
            ? text('factor.required')
            : text('factor.required_from', { day: required_from })}
        </Note>
      )}
      <ul className="factor-rows">
        <AppRow isOn={enabled} acts={acts} />
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} acts={acts} />
        ))}
        {offersPasskeys && (
          <li>
            <PasskeyFillIcon />
            <div className="factor-words">
              <strong>{text('factor.passkey')}</strong>
              <span className="muted">{text('factor.passkey_hint')}</span>
            </div>
            <Button
              size="small"
              disabled={acts.isBusy}
              onClick={() => acts.open({ kind: 'name', passkey: undefined })}
            >
              {text('factor.passkey_add')}
            </Button>
          </li>
        )}
        {hasSecondFactor(status) && (
          <li>
            <KeyIcon />
            <div className="factor-words">
              <strong>{text('factor.codes')}</strong>
              <span className="muted">{text('factor.codes_left', { count: remaining })}</span>
            </div>
            <Button size="small" disabled={acts.isBusy} onClick={() => void acts.renewCodes()}>
              {text('factor.codes_renew')}
            </Button>
          </li>
        )}
      </ul>
    </div>
  )
}

interface AppRowProps {
  readonly isOn: boolean
  readonly acts: FactorActs
}

function AppRow({ isOn, acts }: AppRowProps) {
  const { text } = useText()
  return (
    <li>
      <DeviceMobileIcon />
      <div className="factor-words">
        <strong>{text('factor.app')}</strong>
        <span className="muted">{text(isOn ? 'factor.app_on' : 'factor.app_off')}</span>
      </div>
      {isOn ? (
        <Button
          size="small"
          variant="danger"
          disabled={acts.isBusy}
          aria-label={text('factor.app_remove')}
          onClick={() => acts.open({ kind: 'remove_app' })}
        >
          {text('factor.remove')}
        </Button>
      ) : (
        <Button size="small" disabled={acts.isBusy} onClick={() => void acts.addApp()}>
          {text('factor.app_add')}
        </Button>
      )}
    </li>
  )
}

interface PasskeyRowProps {
  readonly passkey: Passkey
  readonly acts: FactorActs
}

function PasskeyRow({ passkey, acts }: PasskeyRowProps) {
  const { text } = useText()
  const format = useFormat()
  const { created_at, last_used_at } = passkey
  const name = passkey.name || text('factor.passkey')
  return (
    <li>
      <PasskeyFillIcon />
      <div className="factor-words">
        <strong>{name}</strong>
        <span className="muted">
          {text('factor.passkey_added', { time: format.time(created_at / 1000) })}
          {' · '}
          {last_used_at === null
            ? text('factor.passkey_unused')
            : text('factor.passkey_used', { time: format.time(last_used_at / 1000) })}
        </span>
      </div>
      <Button
        size="small"
        disabled={acts.isBusy}
        aria-label={text('factor.passkey_rename_name', { name })}
        onClick={() => acts.open({ kind: 'name', passkey })}
      >
        {text('factor.passkey_rename')}
      </Button>
      <Button
        size="small"
        variant="danger"
        disabled={acts.isBusy}
        aria-label={text('factor.passkey_remove_name', { name })}
        onClick={() => void acts.removePasskey(passkey)}
      >
        {text('factor.remove')}
      </Button>
    </li>
  )
}
