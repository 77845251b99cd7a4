/** Switching channels and own tokens on and off, confirmed by name and undone by one click. */
import { CHANNEL_STATUS, TOKEN_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useAction } from '../page/use-action'

interface Named {
  readonly id: number
  readonly name: string
}

export function useChannelStatus() {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const set = async ({ id, name }: Named, isOn: boolean): Promise<void> => {
    const send = async (on: boolean): Promise<void> => {
      const status = on ? CHANNEL_STATUS.enabled : CHANNEL_STATUS.disabled
      await call('channel.update', { body: { id, status } })
      await Promise.all(['channel', 'stats', 'overview', 'audit'].map(refresh))
    }
    const message = text(isOn ? 'channel.is_on' : 'channel.is_off', { name })
    await run(() => send(isOn), { message, undo: () => send(!isOn) })
  }
  return { isBusy, set }
}

export function useTokenStatus() {
  const { text } = useText()
  const { isBusy, run } = useAction()
  const set = async ({ id, name }: Named, isOn: boolean): Promise<void> => {
    const send = async (on: boolean): Promise<void> => {
      const status = on ? TOKEN_STATUS.enabled : TOKEN_STATUS.disabled
      await call('token.update', { query: { status_only: 'true' }, body: { id, status } })
      await Promise.all([refresh('token'), refresh('overview')])
    }
    const message = text(isOn ? 'token.is_on' : 'token.is_off', { name })
    await run(() => send(isOn), { message, undo: () => send(!isOn) })
  }
  return { isBusy, set }
}
