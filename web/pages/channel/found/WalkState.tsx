import { SyncIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import { Note } from '../../../components/form/Note'
import { useAction } from '../../../components/page/use-action'
import { refreshFindings } from './use-finding-acts'

/** Of one channel, or of all that are enabled. */
export function WalkButton({ channelId }: { readonly channelId: number | undefined }) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const walk = () =>
    run(async () => {
      const body = channelId === undefined ? {} : { channels: [channelId] }
      const { data } = await call('upstream_model.walk', { body })
      const { walked, fresh, failures, running } = data
      const summary = text('upstream_models.walked', { count: walked, fresh })
      const failed = failures.map(({ name, reason }) => `${name}: ${reason}`).join('; ')
      if (failed !== '') toast.warn(`${summary} ${failed}`)
      else toast.success(running ? text('upstream_models.goes_on') : summary)
      await refreshFindings()
    })
  return (
    <Button leadingVisual={SyncIcon} loading={isBusy} onClick={() => void walk()}>
      {text('upstream_models.walk')}
    </Button>
  )
}

const MOST_FAILURES = 5

/** When the lists were read last, and which could not be. */
export function WalkState({ channelId }: { readonly channelId: number | undefined }) {
  const { text } = useText()
  const format = useFormat()
  const { data } = useEndpoint('upstream_model.channels')
  const isShown = (id: number): boolean => channelId === undefined || id === channelId
  const states = (data ?? []).filter(({ channel_id: id }) => isShown(id))
  const last = Math.max(0, ...states.map(({ walked_at: at }) => at))
  const failing = states.filter(({ failure }) => failure !== '')
  return (
    <>
      <p className="muted" role="status">
        {data !== undefined && last === 0 && text('upstream_models.never')}
        {last > 0 && text('upstream_models.last', { time: format.moment(last) })}
        {/* Keeps its line until it is read. */}
        {data === undefined && '\u00a0'}
      </p>
      {failing.slice(0, MOST_FAILURES).map(({ channel_id: id, channel_name: name, failure }) => (
        <Note key={id} tone="warning">
          {text('upstream_models.failed', { name, failure })}
        </Note>
      ))}
    </>
  )
}
