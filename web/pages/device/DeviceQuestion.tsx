import { Button } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../server/domain/api-calls/failure'
import type { WaitingDeviceJson } from '../../../server/domain/endpoints/device-login'
import { call } from '../../api/client'
import { useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { ScopeList } from '../../components/access/ScopeList'
import { Note } from '../../components/form/Note'
import { useExclusive } from '../../components/form/use-exclusive'
import { OwnerProofProvider, useOwnerProof } from '../../components/sign-in/OwnerProof'
import '../../components/page/facts.css'

interface DeviceQuestionProps {
  readonly code: string
  readonly waiting: WaitingDeviceJson
  readonly onDecided: (isApproved: boolean) => void
}

/** What is known of the program; whoever started it knows whether that is right. */
export default function DeviceQuestion(props: DeviceQuestionProps) {
  return (
    <OwnerProofProvider>
      <Question {...props} />
    </OwnerProofProvider>
  )
}

function Question({ code, waiting, onDecided }: DeviceQuestionProps) {
  const { text } = useText()
  const viewer = useViewer()
  const asOwner = useOwnerProof()
  const { isBusy, exclusive } = useExclusive()
  const [refusal, refuse] = useState<string | undefined>(undefined)
  const { client, ip, is_near } = waiting
  const decide = (approve: boolean): Promise<unknown> =>
    exclusive(async () => {
      try {
        const body = { user_code: code, approve }
        await asOwner(() => call('device_login.decide', { body }))
        onDecided(approve)
      } catch (error) {
        refuse(failureText(error, text))
      }
    })
  const program = client === '' ? text('device.unnamed') : client
  return (
    <>
      <p className="device-question">
        {text('device.question', { client: program, user: viewer?.username ?? '' })}
      </p>
      <Facts code={code} waiting={waiting} />
      {!is_near && <Note tone="critical">{text('device.far', { address: ip })}</Note>}
      <Note tone="warning">{text('device.phishing')}</Note>
      {refusal !== undefined && <Note tone="critical">{refusal}</Note>}
      <div className="device-buttons">
        <Button autoFocus disabled={isBusy} onClick={() => void decide(false)}>
          {text('device.deny')}
        </Button>
        <Button variant="primary" loading={isBusy} onClick={() => void decide(true)}>
          {text('device.approve')}
        </Button>
      </div>
    </>
  )
}

function Facts({ code, waiting }: Pick<DeviceQuestionProps, 'code' | 'waiting'>) {
  const { text } = useText()
  const { device_name, ip, is_near, scopes } = waiting
  return (
    <dl className="fact-list">
      <div className="fact">
        <dt>{text('device.code')}</dt>
        <dd className="mono">{code}</dd>
      </div>
      <div className="fact">
        <dt>{text('device.machine')}</dt>
        <dd>{device_name === '' ? '-' : device_name}</dd>
      </div>
      <div className="fact">
        <dt>{text('device.address')}</dt>
        <dd>
          <span className="mono">{ip}</span> {is_near && <>({text('device.near')})</>}
        </dd>
      </div>
      <div className="fact">
        <dt>{text('device.rights')}</dt>
        <dd>
          <ScopeList scopes={scopes} />
        </dd>
      </div>
    </dl>
  )
}
