import { Button } from '@primer/react'
import { retiredAdvice } from '../../../server/domain/channel-guide'
import { channelTypeOf } from '../../../server/domain/channel-routes'
import { worthOffering } from '../../../server/domain/model-calls'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { PickMany } from '../../components/PickMany'
import { useAction } from '../../components/use-action'
import type { Form } from '../../components/use-form'
import { useText } from '../../language'
import { useToast } from '../../shell/Toasts'
import { usePriceNotes } from '../price/use-price-notes'
import type { ChannelValues } from './channel-values'

interface ChannelModelsProps {
  readonly form: Form<ChannelValues>
  /** `undefined` for a channel that is not saved yet. */
  readonly channelId: number | undefined
  /** What the upstream has already been asked for: nothing else is offered then. */
  readonly listed?: readonly string[]
}

/** Which models a channel offers, chosen, filled in or asked of the upstream. */
export function ChannelModels({ form, channelId, listed }: ChannelModelsProps) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const { data: known = [] } = useEndpoint('model.known')
  const { type, other, key, base_url, models } = form.values
  const noteOf = usePriceNotes()
  const row = channelTypeOf({ type, other })
  const retired = row === undefined ? '' : retiredAdvice(row, { models, baseUrl: base_url }, text)
  const offered = (names: readonly string[]) => (row === undefined ? [] : worthOffering(row, names))
  const related = offered(row?.models ?? [])
  const usual = [...new Set([...related, ...offered(known.map(({ id }) => id))])]
  const choices = listed === undefined ? usual : offered(listed)
  const add = (names: readonly string[]): void =>
    form.set({ models: [...new Set([...models, ...names])] })
  const fetchModels = async (): Promise<void> => {
    if (channelId === undefined && key.trim() === '') {
      toast.warn(text('channel.key_empty'))
      return
    }
    await run(async () => {
      const { data } =
        channelId === undefined
          ? await call('channel.fetch_draft_models', { body: { type, key, base_url, other } })
          : await call('channel.fetch_models', { params: { id: channelId } })
      add(data)
      toast.success(text('channel.fetched', { count: data.length }))
    })
  }
  return (
    <div className="form">
      <PickMany
        label={text('field.channel.models')}
        chosen={models}
        choices={choices}
        allowsOthers
        {...(noteOf && { noteOf })}
        problem={form.problems.models}
        onChange={(chosen) => form.set({ models: chosen })}
      />
      {retired !== '' && <p className="field-problem">{retired}</p>}
      <div className="form-inline">
        <Button size="small" onClick={() => add(related)} disabled={related.length === 0}>
          {text('channel.fill_related')}
        </Button>
        <Button size="small" onClick={() => add(choices)}>
          {text('channel.fill_all')}
        </Button>
        <Button size="small" loading={isBusy} onClick={() => void fetchModels()}>
          {text('channel.fetch_models')}
        </Button>
        <Button size="small" onClick={() => form.set({ models: [] })}>
          {text('channel.clear_models')}
        </Button>
      </div>
    </div>
  )
}
