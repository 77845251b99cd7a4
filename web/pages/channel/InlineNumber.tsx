import { useEffect, useState } from 'react'
import type { ChannelJson } from '../../../server/domain/endpoints/channel'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useAction } from '../../components/page/use-action'

interface InlineNumberProps {
  readonly channel: ChannelJson
  readonly field: 'priority' | 'weight'
  readonly min: number
}

/** A number that is changed where it stands: saved by Enter or by leaving it. */
export function InlineNumber({ channel, field, min }: InlineNumberProps) {
  const { text } = useText()
  const { run } = useAction()
  const saved = channel[field]
  const [typed, type] = useState(String(saved))
  useEffect(() => type(String(saved)), [saved])
  const save = async (): Promise<void> => {
    const value = Math.max(min, Math.trunc(Number(typed)))
    if (typed.trim() === '' || !Number.isFinite(value) || value === saved) {
      type(String(saved))
      return
    }
    type(String(value))
    const isDone = await run(async () => {
      await call('channel.update', { body: { id: channel.id, [field]: value } })
      await refresh('channel')
    }, text('ui.saved'))
    if (!isDone) type(String(saved))
  }
  return (
    <input
      className="inline-number number"
      type="number"
      min={min}
      aria-label={`${text(`field.channel.${field}`)}: ${channel.name}`}
      value={typed}
      onChange={(event) => type(event.target.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') type(String(saved))
      }}
    />
  )
}
