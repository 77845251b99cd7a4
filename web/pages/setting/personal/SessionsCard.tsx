import { DeviceDesktopIcon } from '@primer/octicons-react'
import { Button, Label, SkeletonBox } from '@primer/react'
import type { DataOf } from '../../../../server/domain/api-calls/contract'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Card } from '../../../components/page/Card'
import { LoadFailure } from '../../../components/page/LoadFailure'
import { useAction } from '../../../components/page/use-action'
import { deviceName } from './device-name'

type Session = DataOf<'session.list'>[number]

/** Where one is logged in. */
export function SessionsCard() {
  const { text } = useText()
  const { data: sessions, error, reload } = useEndpoint('session.list')
  const { isBusy, end, endOthers } = useSessionEnds(reload)
  return (
    <Card
      id="sessions"
      icon={DeviceDesktopIcon}
      title={text('personal.sessions')}
      description={text('personal.sessions_hint')}
    >
      {sessions === undefined && error === undefined && <SkeletonBox height="48px" />}
      {sessions === undefined && error !== undefined && (
        <LoadFailure message={failureText(error, text)} onRetry={reload} />
      )}
      <ul className="personal-rows personal-sessions">
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={isBusy}
            onEnd={() => void end(session.id)}
          />
        ))}
      </ul>
      {sessions?.some(({ current }) => !current) && (
        <Button variant="danger" disabled={isBusy} onClick={() => void endOthers()}>
          {text('personal.sessions_end_others')}
        </Button>
      )}
    </Card>
  )
}

function useSessionEnds(reload: () => Promise<unknown>) {
  const { text } = useText()
  const toast = useToast()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  return {
    isBusy,
    async end(id: string): Promise<void> {
      await run(async () => {
        // One that has ended meanwhile leaves the list as well.
        await call('session.revoke', { params: { id } }).finally(reload)
      }, text('personal.session_ended'))
    },
    async endOthers(): Promise<void> {
      const question = {
        title: text('personal.sessions_end_others_title'),
        message: text('personal.sessions_end_others_text'),
        agree: text('personal.sessions_end_others'),
        danger: true,
      }
      if (!(await confirm(question))) return
      await run(async () => {
        const { data: count } = await call('session.revoke_others')
        toast.success(text('personal.sessions_ended', { count }))
        await reload()
      })
    },
  }
}

interface SessionRowProps {
  readonly session: Session
  readonly isBusy: boolean
  readonly onEnd: () => void
}

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { text } = useText()
  const format = useFormat()
  const { current, ip, user_agent, created_at, last_seen_at } = session
  const name = deviceName(user_agent) || text('personal.session_unknown')
  return (
    <li>
      <div className="personal-row-words">
        <strong title={user_agent}>{name}</strong>
        <span className="muted">{ip}</span>
        <span className="muted personal-times">
          <span>{text('personal.session_began', { time: format.time(created_at / 1000) })}</span>
          <span>{text('personal.session_seen', { time: format.time(last_seen_at / 1000) })}</span>
        </span>
      </div>
      {current ? (
        <Label variant="success">{text('personal.session_current')}</Label>
      ) : (
        <Button
          size="small"
          disabled={isBusy}
          aria-label={text('personal.session_end_name', { name: `${name} ${ip}` })}
          onClick={onEnd}
        >
          {text('personal.session_end')}
        </Button>
      )}
    </li>
  )
}
