import { CodeIcon, GearIcon, PaperAirplaneIcon, SquareFillIcon } from '@primer/octicons-react'
import { Button, IconButton } from '@primer/react'
import { type ReactNode, useState } from 'react'
import { PLAYGROUND_ROUTES } from '../../../../server/domain/calls/playground'
import { useEndpoint } from '../../../api/use-endpoint'
import { useText } from '../../../app/language'
import { useViewer } from '../../../app/session'
import { JsonField } from '../../../components/form/JsonField'
import { Drawer } from '../../../components/overlay/Drawer'
import { GroupField } from '../GroupField'
import { ModelPicker } from '../ModelPicker'
import { RequestDialog } from '../RequestDialog'
import { TrialFields } from './TrialFields'
import { TrialOutcomeView } from './TrialOutcomeView'
import type { TrialModeId, TrialRow, TrialValues } from './trials'
import { type TrialRequest, trialBody, useTrial } from './use-trial'
import '../playground.css'
import './trial.css'

interface TrialModeProps {
  readonly mode: TrialModeId
  readonly row: TrialRow
  /** Leads to the other modes. */
  readonly tabs: ReactNode
}

/** One question with its fields, and the last answer below it. */
export function TrialMode({ mode, row, tabs }: TrialModeProps) {
  const { text } = useText()
  const { request, change, models } = useRequest(mode, row)
  const [opened, open] = useState<'options' | 'request' | undefined>(undefined)
  const { outcome, isBusy, ask, stop } = useTrial(mode, row)
  const [first] = row.inputs
  const hasInput = first.kind === 'file' ? request.file !== undefined : isTyped(request, first.name)
  const canAsk = !isBusy && request.model !== '' && hasInput
  const options = <TrialOptions {...{ row, request, models, change }} />
  return (
    <div className="playground">
      <aside className="playground-options" aria-label={text('playground.options')}>
        {options}
      </aside>
      <section className="playground-chat" aria-label={text('nav.playground')}>
        {tabs}
        <header>
          <h1>{text(`playground.mode_${mode}`)}</h1>
          <span className="mono muted playground-model">{request.model}</span>
          <IconButton
            className="playground-gear"
            icon={GearIcon}
            variant="invisible"
            aria-label={text('playground.options')}
            onClick={() => open('options')}
          />
          <IconButton
            icon={CodeIcon}
            variant="invisible"
            aria-label={text('playground.request')}
            onClick={() => open('request')}
          />
        </header>
        <form
          className="trial"
          onSubmit={(event) => {
            event.preventDefault()
            if (canAsk) void ask(request)
          }}
        >
          <TrialFields fields={row.inputs} request={request} onChange={change} />
          <AskButton {...{ mode, isBusy, canAsk }} onStop={stop} />
          <TrialOutcomeView outcome={outcome} isBusy={isBusy} />
        </form>
      </section>
      {opened === 'options' && (
        <Drawer title={text('playground.options')} onClose={() => open(undefined)}>
          {options}
        </Drawer>
      )}
      {opened === 'request' && (
        <RequestDialog mode={mode} body={trialBody(row, request)} onClose={() => open(undefined)} />
      )}
    </div>
  )
}

interface AskButtonProps {
  readonly mode: TrialModeId
  readonly isBusy: boolean
  readonly canAsk: boolean
  readonly onStop: () => void
}

function AskButton({ mode, isBusy, canAsk, onStop }: AskButtonProps) {
  const { text } = useText()
  return (
    <div className="trial-tools">
      {isBusy ? (
        <Button leadingVisual={SquareFillIcon} variant="danger" onClick={onStop}>
          {text('playground.stop')}
        </Button>
      ) : (
        <Button
          leadingVisual={PaperAirplaneIcon}
          type="submit"
          variant="primary"
          disabled={!canAsk}
        >
          {text(`playground.ask_${mode}`)}
        </Button>
      )}
    </div>
  )
}

interface TrialOptionsProps {
  readonly row: TrialRow
  readonly request: TrialRequest
  readonly models: readonly string[] | undefined
  readonly change: (patch: Partial<TrialRequest>) => void
}

function TrialOptions({ row, request, models, change }: TrialOptionsProps) {
  const { text } = useText()
  const { group, model, extra } = request
  return (
    <div className="form">
      <ModelPicker model={model} models={models} onChange={(next) => change({ model: next })} />
      <GroupField group={group} onChange={(next) => change({ group: next })} />
      <TrialFields fields={row.options} request={request} onChange={change} />
      <JsonField
        label={text('playground.extra')}
        caption={text('playground.extra_hint')}
        rows={4}
        value={extra}
        onChange={(next) => change({ extra: next })}
      />
    </div>
  )
}

/** The request to be sent; a model that the group lacks gives way to one it has. */
function useRequest(mode: TrialModeId, row: TrialRow) {
  const viewer = useViewer()
  const [chosen, setChosen] = useState<TrialRequest>(() => ({
    group: '',
    model: '',
    values: firstValues(row),
    file: undefined,
    extra: '',
  }))
  const group = chosen.group || viewer?.group || ''
  const { operation } = PLAYGROUND_ROUTES[mode]
  const { data: models } = useEndpoint('user.models', { query: { group, operation } })
  const isThere = models?.includes(chosen.model) === true
  const request = isThere ? chosen : { ...chosen, model: models?.[0] ?? '' }
  const change = (patch: Partial<TrialRequest>): void => setChosen({ ...request, ...patch })
  return { request, change, models }
}

function firstValues({ inputs, options }: TrialRow): TrialValues {
  return Object.fromEntries([...inputs, ...options].map(({ name, first = '' }) => [name, first]))
}

function isTyped({ values }: TrialRequest, name: string): boolean {
  return (values[name] ?? '').trim() !== ''
}
