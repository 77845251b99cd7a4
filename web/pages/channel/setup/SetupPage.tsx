/** From a key to a first answer: connect, choose, price, chat. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { channelTypeById } from '../../../../server/domain/channel-types'
import { channelTypeName } from '../../../../server/domain/channels/type-name'
import type { TextKey } from '../../../../server/domain/i18n/translate'
import { useText } from '../../../app/language'
import { type Form, useForm } from '../../../components/form/use-form'
import { useLeaveGuard } from '../../../components/form/use-leave-guard'
import { PageHeader } from '../../../components/page/PageHeader'
import { type ChannelValues, checkChannel, valuesOf } from '../drawer/channel-values'
import { ConnectStep } from './ConnectStep'
import { DoneStep } from './DoneStep'
import { ModelsStep } from './ModelsStep'
import { PricesStep } from './PricesStep'
import { type Connected, startingModels } from './setup'
import { useSetupPrices } from './use-setup-prices'
import { useSetupSave } from './use-setup-save'
import '../../../components/page/card.css'
import './setup.css'

const STEPS = ['connect', 'models', 'prices', 'done'] as const
type Step = (typeof STEPS)[number]

const HEADINGS: Readonly<Record<Step, TextKey>> = {
  connect: 'setup.connect',
  models: 'setup.models',
  prices: 'setup.prices',
  done: 'setup.step_done',
}

export default function SetupPage() {
  const { text } = useText()
  const [step, go] = useState<Step>('connect')
  const [connected, connect] = useState<Connected | undefined>(undefined)
  const form = useSetupForm(step)
  useLeaveGuard(form.isChanged && step !== 'done', ({ pathname }) => pathname === '/channel/setup')
  const { values } = form
  const prices = useSetupPrices(values.models)
  const saving = useSetupSave(values, prices, () => go('done'))
  const isAllPriced = prices.unpriced?.length === 0
  const onConnected = (found: Connected): void => {
    if (found.proof !== connected?.proof) form.set({ models: startingModels(values, found.listed) })
    connect(found)
    go('models')
  }
  const shown: Readonly<Record<Step, ReactNode>> = {
    connect: <ConnectStep form={form} connected={connected} onConnected={onConnected} />,
    models: (
      <ModelsStep
        form={form}
        connected={connected}
        saving={isAllPriced ? saving : undefined}
        onBack={() => go('connect')}
        onNext={() => go('prices')}
      />
    ),
    prices: <PricesStep prices={prices} saving={saving} onBack={() => go('models')} />,
    done: <DoneStep values={values} unpriced={prices.unpriced ?? []} />,
  }
  return (
    <>
      <PageHeader
        title={text('setup.title')}
        description={text('setup.description')}
        manual="channels"
      />
      <StepList step={step} skips={isAllPriced && step !== 'connect' ? ['prices'] : []} />
      <section className="card setup">
        <StepHeading key={step} step={step} />
        {shown[step]}
      </section>
    </>
  )
}

/** Named after its type until it is given a name; models are required once there is a list. */
function useSetupForm(step: Step): Form<ChannelValues> {
  const { text, language } = useText()
  const nameOf = (type: number): string => {
    const row = channelTypeById(type)
    return row === undefined ? '' : channelTypeName(row, language)
  }
  const empty = valuesOf(undefined)
  const form = useForm<ChannelValues>({ ...empty, name: nameOf(empty.type) }, (values) => {
    const { models, ...rest } = checkChannel(values, true, text)
    return { ...rest, ...(step !== 'connect' && models !== undefined && { models }) }
  })
  const { name, type } = form.values
  return {
    ...form,
    set(change) {
      const isUnnamed = name === nameOf(type) && change.type !== undefined
      form.set(isUnnamed ? { ...change, name: nameOf(change.type ?? type) } : change)
    },
  }
}

interface StepListProps {
  readonly step: Step
  readonly skips: readonly Step[]
}

function StepList({ step, skips }: StepListProps) {
  const { text } = useText()
  const steps = STEPS.filter((name) => !skips.includes(name))
  const at = steps.indexOf(step)
  return (
    <ol className="setup-steps" aria-label={text('setup.steps')}>
      {steps.map((name, index) => (
        <li
          key={name}
          data-done={index < at}
          {...(name === step && { 'aria-current': 'step' as const })}
        >
          <span className="setup-number">{index + 1}</span>
          {text(`setup.step_${name}`)}
        </li>
      ))}
    </ol>
  )
}

/** Takes the focus when its step begins, so that readers hear where they are. */
function StepHeading({ step }: { readonly step: Step }) {
  const { text } = useText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (step !== STEPS[0]) heading.current?.focus()
  }, [step])
  return (
    <h2 ref={heading} tabIndex={-1}>
      {text(HEADINGS[step])}
    </h2>
  )
}
