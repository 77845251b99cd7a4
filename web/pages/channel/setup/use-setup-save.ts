import { useState } from 'react'
import { call } from '../../../api/client'
import { refresh } from '../../../api/use-endpoint'
import { useExclusive } from '../../../components/form/use-exclusive'
import { type ChannelValues, fieldsOf } from '../drawer/channel-values'
import type { SetupPrices } from './use-setup-prices'

export interface SetupSave {
  readonly isBusy: boolean
  /** Why the server did not take it. */
  readonly refusal: unknown
  readonly save: () => Promise<void>
}

export function useSetupSave(
  values: ChannelValues,
  prices: SetupPrices,
  onSaved: () => void,
): SetupSave {
  const { isBusy, exclusive } = useExclusive()
  const [refusal, setRefusal] = useState<unknown>(undefined)
  const save = async (): Promise<void> => {
    setRefusal(undefined)
    try {
      await exclusive(async () => {
        // First: a channel that stands open with models nobody can call would look broken.
        await prices.save()
        await call('channel.create', { body: fieldsOf(values) })
        await Promise.all(['channel', 'model', 'pricing', 'user', 'overview'].map(refresh))
        onSaved()
      })
    } catch (error) {
      setRefusal(error)
    }
  }
  return { isBusy, refusal, save }
}
