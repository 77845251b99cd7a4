import {
  BeakerIcon,
  CheckIcon,
  CopyIcon,
  KeyIcon,
  NoEntryIcon,
  PencilIcon,
  ShieldCheckIcon,
  SyncIcon,
  TasklistIcon,
  TrashIcon,
} from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useLocation } from 'wouter'
import { isRoot as isRootRole } from '../../../server/domain/accounts/roles'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { CHANNEL_STATUS } from '../../../server/domain/status'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { type Text, useText } from '../../app/language'
import { useViewer } from '../../app/session'
import { useToast } from '../../app/Toasts'
import { OVER_LIST } from '../../components/list/use-addressed'
import { useConfirmation } from '../../components/overlay/Confirm'
import { useAction } from '../../components/page/use-action'
import { useFreezeQuestion } from '../../components/stats/use-freeze-question'
import { useChannelStatus } from '../../components/stats/use-status'
import { RowButton } from '../../components/table/RowButton'
import { RowMenu } from '../../components/table/RowMenu'
import { foundModelsPath } from './found/found-models-path'
import { typeFacts } from './type-facts'
import './channel.css'

interface ChannelActionsProps {
  readonly channel: ChannelJson
  readonly onTest: (channel: ChannelJson) => void
  readonly onVerify: (channel: ChannelJson) => void
  readonly onKeys: (channel: ChannelJson) => void
}

export function ChannelActions({ channel, onTest, onVerify, onKeys }: ChannelActionsProps) {
  const { text } = useText()
  const [, navigate] = useLocation()
  const { name } = channel
  return (
    <span className="cell-actions">
      <IconButton
        icon={BeakerIcon}
        size="small"
        variant="invisible"
        aria-label={text('channel.test', { name })}
        onClick={() => onTest(channel)}
      />
      <RowButton
        icon={PencilIcon}
        title="ui.edit"
        name={name}
        onClick={() => {
          navigate(`/channel/edit/${channel.id}${location.search}`, { state: OVER_LIST })
        }}
      />
      <ChannelMenu channel={channel} onVerify={onVerify} onKeys={onKeys} />
    </span>
  )
}

interface ChannelMenuProps extends Omit<ChannelActionsProps, 'onTest'> {
  /** Where the page of a removed channel leads. */
  readonly onRemoved?: () => void
}

export function ChannelMenu({ channel, onVerify, onKeys, onRemoved }: ChannelMenuProps) {
  const { text } = useText()
  const { name, status } = channel
  const orders = useOrders(channel)
  const [, navigate] = useLocation()
  const isOn = status === CHANNEL_STATUS.enabled
  const type = typeFacts(channel.type)
  const mayWake = type?.isRelayed !== false
  const isRoot = isRootRole(useViewer()?.role ?? 0)
  return (
    <RowMenu
      name={name}
      actions={[
        ...(isOn || (mayWake && channel.frozen_until === 0)
          ? [
              isOn
                ? {
                    label: text('ui.disable'),
                    icon: NoEntryIcon,
                    onSelect: () => void orders.rest(),
                  }
                : {
                    label: text('ui.enable'),
                    icon: CheckIcon,
                    onSelect: () => void orders.wake(),
                  },
            ]
          : []),
        ...(isRoot ? [frozen(channel, orders, text)] : []),
        { label: text('key.action'), icon: KeyIcon, onSelect: () => onKeys(channel) },
        {
          label: text('upstream_models.title'),
          icon: TasklistIcon,
          onSelect: () => navigate(foundModelsPath(channel.id)),
        },
        ...(mayWake
          ? [
              {
                label: text('verify.action'),
                icon: ShieldCheckIcon,
                onSelect: () => onVerify(channel),
              },
            ]
          : []),
        ...(type?.reportsBalance === true
          ? [
              {
                label: text('channel.read_balance'),
                icon: SyncIcon,
                onSelect: () => void orders.readBalance(),
              },
            ]
          : []),
        { label: text('ui.copy'), icon: CopyIcon, onSelect: () => void orders.copy() },
        {
          label: text('ui.remove'),
          icon: TrashIcon,
          isDanger: true,
          onSelect: () => void orders.remove(onRemoved),
        },
      ]}
    />
  )
}

function frozen({ frozen_until }: ChannelJson, orders: ReturnType<typeof useOrders>, text: Text) {
  return frozen_until === 0
    ? {
        label: text('channel.root_freeze'),
        icon: NoEntryIcon,
        onSelect: () => void orders.freeze(),
      }
    : {
        label: text('channel.unfreeze'),
        icon: CheckIcon,
        onSelect: () => void orders.unfreeze(),
      }
}

function useOrders(channel: ChannelJson) {
  const { text } = useText()
  const format = useFormat()
  const toast = useToast()
  const confirm = useConfirmation()
  const { run } = useAction()
  const { id, name } = channel
  const order = (send: () => Promise<unknown>, success?: string): Promise<boolean> =>
    run(async () => {
      await send()
      await refresh('channel')
    }, success)
  const { set } = useChannelStatus()
  const askFreeze = useFreezeQuestion()
  return {
    wake: () => set(channel, true),
    rest: () => set(channel, false),
    async freeze() {
      const body = await askFreeze({
        title: text('channel.root_freeze_title', { name }),
        message: text('channel.root_freeze_text'),
        agree: text('channel.root_freeze'),
        danger: true,
      })
      if (body === undefined) return
      await order(() => call('channel.freeze', { params: { id }, body }), text('ui.done'))
    },
    unfreeze: () => order(() => call('channel.unfreeze', { params: { id } }), text('ui.done')),
    readBalance: () =>
      order(async () => {
        const { data } = await call('channel.balance_post', { params: { id } })
        toast.success(text('channel.balance_is', { name, balance: format.usd(data.balance, 2) }))
      }),
    async copy() {
      const isDone = await order(async () => {
        const { data: stored } = await call('channel.show', { params: { id } })
        const { id: _id, created_time: _time, key: _key, ...facts } = stored
        const body = { ...facts, name: `${name}_copy`, copy_of: id }
        await call('channel.create', { body })
      }, text('channel.copied'))
      if (!isDone) toast.warn(text('channel.copy_failed'))
    },
    async remove(onRemoved?: () => void) {
      const title = text('channel.remove_title', { name })
      const message = text('channel.remove_text')
      if (!(await confirm({ title, message, agree: text('ui.remove'), danger: true }))) return
      if (
        await order(() => call('channel.remove', { params: { id } }), text('ui.removed', { name }))
      ) {
        onRemoved?.()
      }
    },
  }
}
