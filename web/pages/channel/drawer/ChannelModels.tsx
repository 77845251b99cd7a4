import { Button, Label } from '@primer/react'
import { useEffect, useMemo, useState } from 'react'
import { worthOffering } from '../../../../server/domain/calls/model-calls'
import { CHANNEL_TYPES } from '../../../../server/domain/channel-types'
import { retiredAdvice } from '../../../../server/domain/channels/guide'
import { mappedName, modelMapper } from '../../../../server/domain/channels/model-mapping'
import { channelTypeOf } from '../../../../server/domain/channels/routes'
import { channelTypeName } from '../../../../server/domain/channels/type-name'
import { call } from '../../../api/client'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { storeModelsForOthers } from '../../../app/older-front-ends'
import { useToast } from '../../../app/Toasts'
import { PickMany } from '../../../components/form/PickMany'
import type { Form } from '../../../components/form/use-form'
import { useAction } from '../../../components/page/use-action'
import { usePriceNotes } from '../../price/use-price-notes'
import { type ChannelValues, isElsewhere, type Reached } from './channel-values'
import { type KnownModel, makerFinder, modelSections } from './model-sections'

interface ChannelModelsProps {
  readonly form: Form<ChannelValues>
  /** `undefined` for one that is not saved yet. */
  readonly channel: Reached | undefined
  /** The upstream's list, if it was already fetched: nothing else is offered then. */
  readonly listed?: readonly string[]
}

const NONE: readonly KnownModel[] = []

/** Which models a channel offers, chosen, filled in or fetched from the upstream. */
export function ChannelModels({ form, channel, listed }: ChannelModelsProps) {
  const { text, language } = useText()
  const { data: known = NONE } = useEndpoint('model.known')
  const { data: byType } = useEndpoint('model.by_type')
  useEffect(() => {
    if (byType !== undefined) storeModelsForOthers(byType)
  }, [byType])
  const makerOf = useMemo(() => makerFinder(known), [known])
  const { type, other, base_url, models } = form.values
  const { fetched, isBusy, fetchModels } = useUpstreamModels(form.values, channel)
  const noteOf = usePriceNotes()
  const row = channelTypeOf({ type, other })
  const retired = row === undefined ? '' : retiredAdvice(row, { models, baseUrl: base_url }, text)
  const offered = (names: readonly string[]) => (row === undefined ? [] : worthOffering(row, names))
  const related = offered(row?.models ?? [])
  const usual = [...new Set([...related, ...offered(known.map(({ id }) => id))])]
  const choices = listed === undefined ? usual : offered(listed)
  const upstream = new Set(fetched)
  const near = fetched === undefined ? new Set([...related, ...models]) : upstream
  const add = (names: readonly string[]): void =>
    form.set({ models: [...new Set([...models, ...names])] })
  return (
    <div className="form">
      <PickMany
        label={text('field.channel.models')}
        chosen={models}
        choices={[...new Set([...upstream, ...choices])]}
        sectionsOf={(names) =>
          modelSections(names, { near, makerOf }).map((section) => ({
            title: makerTitle(section.maker, language) || text('channel.other_makers'),
            names: section.names,
          }))
        }
        allowsOthers
        noteOf={(name) => (
          <>
            {upstream.has(name) && <Label variant="accent">{text('channel.offered')}</Label>}{' '}
            {noteOf?.(name)}
          </>
        )}
        problem={form.problems.models}
        onChange={(chosen) => form.set({ models: chosen })}
      />
      {retired !== '' && <p className="field-problem">{retired}</p>}
      {fetched && <Unoffered form={form} upstream={upstream} />}
      <div className="form-inline">
        <Button size="small" loading={isBusy} onClick={() => void fetchModels()}>
          {text('channel.fetch_models')}
        </Button>
        {fetched && (
          <Button size="small" onClick={() => add(fetched)}>
            {text('channel.add_fetched', { count: fetched.length })}
          </Button>
        )}
        <Button size="small" onClick={() => add(related)} disabled={related.length === 0}>
          {text('channel.fill_related')}
        </Button>
        <Button size="small" onClick={() => add(choices)}>
          {text('channel.fill_all')}
        </Button>
        <Button size="small" onClick={() => form.set({ models: [] })}>
          {text('channel.clear_models')}
        </Button>
      </div>
    </div>
  )
}

/** Names are offered, not chosen: some upstreams have hundreds. */
function useUpstreamModels(values: ChannelValues, channel: ChannelModelsProps['channel']) {
  const { text } = useText()
  const toast = useToast()
  const { isBusy, run } = useAction()
  const [answer, keep] = useState<{ readonly of: string; readonly names: readonly string[] }>()
  const { type, key, base_url, other } = values
  const of = JSON.stringify([type, key, base_url, other])
  const fetchModels = async (): Promise<void> => {
    const stored = channel === undefined || isElsewhere(channel, values) ? undefined : channel
    if (stored === undefined && key.trim() === '') {
      toast.warn(text('channel.key_empty'))
      return
    }
    await run(async () => {
      const { data } =
        stored === undefined
          ? await call('channel.fetch_draft_models', { body: { type, key, base_url, other } })
          : await call('channel.fetch_models', { params: { id: stored.id } })
      keep({ of, names: data })
      toast.success(text('channel.fetched', { count: data.length }))
    })
  }
  return { fetched: answer?.of === of ? answer.names : undefined, isBusy, fetchModels }
}

interface UnofferedProps {
  readonly form: Form<ChannelValues>
  readonly upstream: ReadonlySet<string>
}

/** What is chosen although the upstream does not name it, which may be a slip of the pen. */
function Unoffered({ form, upstream }: UnofferedProps) {
  const { text } = useText()
  const { models, model_mapping } = form.values
  const mapper = modelMapper(model_mapping)
  const missing = models.filter((model) => !upstream.has(mappedName(mapper, model)))
  if (missing.length === 0) return null
  return (
    <p className="pick-note" role="status">
      {text('channel.unoffered', { models: missing.join(', ') })}{' '}
      <Button
        size="small"
        onClick={() => form.set({ models: models.filter((model) => !missing.includes(model)) })}
      >
        {text('channel.remove_unoffered')}
      </Button>
    </p>
  )
}

/** A channel type's own name, or what stands before the slash. */
function makerTitle(maker: string, language: 'zh' | 'en'): string {
  const row = CHANNEL_TYPES.find(({ name }) => name.toLowerCase() === maker)
  return row === undefined ? maker : channelTypeName(row, language)
}
