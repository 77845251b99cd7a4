import { Button, Label, Select, Spinner, Textarea, TextInput } from '@primer/react'
import { useState } from 'react'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { KEY_MODES } from '../../../../server/domain/channels/keys'
import type { ChannelJson } from '../../../../server/domain/endpoints/channel'
import type { KeyJson } from '../../../../server/domain/endpoints/channel-keys'
import { CHANNEL_STATUS } from '../../../../server/domain/status'
import { call } from '../../../api/client'
import { refresh, useEndpoint } from '../../../api/use-endpoint'
import { useFormat } from '../../../app/format'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { useConfirmation } from '../../../components/overlay/Confirm'
import { Drawer } from '../../../components/overlay/Drawer'
import { useAction } from '../../../components/page/use-action'
import { StateLabel } from '../../../components/text/StateLabel'
import { RotateKey } from './RotateKey'

interface KeysDialogProps {
  readonly channel: ChannelJson
  readonly onClose: () => void
}

/** The keys of one channel: what state each is in, and what can be done about it. */
export function KeysDialog({ channel, onClose }: KeysDialogProps) {
  const { text } = useText()
  const { id, name } = channel
  const params = { id }
  const { data, error } = useEndpoint('channel.keys', { params })
  const [rotated, rotate] = useState<KeyJson | undefined>(undefined)
  const { run } = useAction()
  const order = (send: () => Promise<unknown>): Promise<boolean> =>
    run(async () => {
      await send()
      await refresh('channel')
    }, text('ui.done'))
  if (rotated !== undefined) {
    return <RotateKey channelId={id} shown={rotated} onClose={() => rotate(undefined)} />
  }
  return (
    <Drawer
      kind="dialog"
      title={text('key.title', { name })}
      subtitle={text('key.text')}
      onClose={onClose}
      buttons={[{ content: text('ui.close'), onClick: onClose }]}
    >
      <div className="form">
        {error && <p role="alert">{failureText(error, text)}</p>}
        {data === undefined && <Spinner size="small" srText={text('ui.loading')} />}
        {data !== undefined && data.mode !== '' && (
          <Field label={text('key.mode')}>
            <Select
              block
              value={data.mode}
              onChange={(event) => {
                const mode = KEY_MODES.find((one) => one === event.target.value)
                if (mode) void order(() => call('channel.key_mode', { params, body: { mode } }))
              }}
            >
              {KEY_MODES.map((mode) => (
                <Select.Option key={mode} value={mode}>
                  {text(`key.mode.${mode}`)}
                </Select.Option>
              ))}
            </Select>
          </Field>
        )}
        <ul className="test-list">
          {data?.keys.map((key) => (
            <KeyLine
              key={key.id}
              channelId={id}
              shown={key}
              order={order}
              onRotate={() => rotate(key)}
            />
          ))}
        </ul>
        <AddKeys channelId={id} />
      </div>
    </Drawer>
  )
}

interface KeyLineProps {
  readonly channelId: number
  readonly shown: KeyJson
  readonly order: (send: () => Promise<unknown>) => Promise<boolean>
  readonly onRotate: () => void
}

function KeyLine({ channelId, shown, order, onRotate }: KeyLineProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { id, hint, status } = shown
  const params = { id: channelId, key: id }
  const set = (body: { readonly status?: number; readonly weight?: number }) =>
    order(() => call('channel.key_set', { params, body }))
  const isOn = status === CHANNEL_STATUS.enabled && shown.cooling_until === 0
  const remove = async () => {
    const title = text('key.remove_title', { hint })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await order(() => call('channel.key_remove', { params }))
  }
  return (
    <li>
      <span>
        <span className="mono">{hint}</span> <KeyState shown={shown} />
      </span>
      {id !== 0 && (
        <TextInput
          size="small"
          inputMode="numeric"
          aria-label={`${text('key.weight')}: ${hint}`}
          defaultValue={String(shown.weight)}
          onBlur={(event) => {
            const weight = Number(event.target.value)
            if (weight !== shown.weight) void set({ weight })
          }}
        />
      )}
      <span className="cell-actions">
        <Button size="small" aria-label={`${text('key.rotate')}: ${hint}`} onClick={onRotate}>
          {text('key.rotate')}
        </Button>
        {!isOn && (
          <Button size="small" onClick={() => void set({ status: CHANNEL_STATUS.enabled })}>
            {text('key.revive')}
          </Button>
        )}
        {isOn && id !== 0 && (
          <Button size="small" onClick={() => void set({ status: CHANNEL_STATUS.disabled })}>
            {text('ui.disable')}
          </Button>
        )}
        {id !== 0 && (
          <Button size="small" variant="danger" onClick={() => void remove()}>
            {text('ui.remove')}
          </Button>
        )}
      </span>
    </li>
  )
}

/** Its state, its share, and why it does not work or cools down. */
function KeyState({ shown }: { readonly shown: KeyJson }) {
  const { text } = useText()
  const format = useFormat()
  const { status, share, reason, cooling_until, cooling_model, cooling_reason } = shown
  const why = [cooling_model, cooling_reason].filter((part) => part !== '').join(': ')
  return (
    <>
      <StateLabel kind="channel_status" value={status} />{' '}
      {cooling_until > 0 && (
        <Label variant="attention">
          {text('key.cooling', { time: format.time(cooling_until) })}
        </Label>
      )}
      <div className="channel-quiet">
        {[text('key.share', { share }), reason, why].filter((part) => part !== '').join(' · ')}
      </div>
      <KeyUse shown={shown} />
    </>
  )
}

/** Recent calls with it, and when the last was. */
function KeyUse({ shown }: { readonly shown: KeyJson }) {
  const { text } = useText()
  const format = useFormat()
  const { used_time } = shown
  const day = { calls: shown.calls_24h, share: shown.share_24h, failed: shown.failed_24h }
  const week = { calls: shown.calls_7d, share: shown.share_7d, failed: shown.failed_7d }
  const last = used_time > 0 ? [text('key.used', { time: format.time(used_time) })] : []
  const parts =
    used_time === 0 && week.calls === 0
      ? [text('key.unused')]
      : [text('key.calls_24h', day), text('key.calls_7d', week), ...last]
  return <div className="channel-quiet">{parts.join(' · ')}</div>
}

function AddKeys({ channelId }: { readonly channelId: number }) {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const [keys, type] = useState('')
  const [message, setMessage] = useState('')
  const add = (): Promise<boolean> =>
    run(async () => {
      const params = { id: channelId }
      const { data: count } = await call('channel.key_add', { params, body: { keys } })
      setMessage(text('key.added', { count }))
      type('')
      await refresh('channel')
    })
  return (
    <>
      <Field label={text('key.add')} caption={text('key.add_hint')}>
        <Textarea
          block
          rows={2}
          resize="vertical"
          spellCheck={false}
          value={keys}
          onChange={(event) => type(event.target.value)}
        />
      </Field>
      <div>
        <Button loading={isBusy} disabled={keys.trim() === ''} onClick={() => void add()}>
          {text('key.add')}
        </Button>{' '}
        <span role="status">{message}</span>
      </div>
    </>
  )
}
