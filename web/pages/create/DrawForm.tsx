import { Select, Textarea } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { DRAWING_ACTIONS, type DrawingAction } from '../../../server/domain/jobs/drawing-actions'
import type { DrawingVerb } from '../../../server/domain/jobs/drawing-routes'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { useJobActs } from '../../components/job/use-job-acts'
import { usePictures } from '../../components/pictures/use-pictures'
import { draw } from '../drawing/draw'
import { PicturesField } from './PicturesField'
import { SendLine } from './SendLine'
import type { JobPrices } from './use-job-prices'

interface WayRow {
  readonly action: DrawingAction
  readonly verb: DrawingVerb
  readonly hasPrompt: boolean
  /** Fewest and most pictures that go with it. */
  readonly pictures: readonly [fewest: number, most: number]
  readonly body: (prompt: string, images: readonly string[]) => object
}

const WAYS: readonly WayRow[] = [
  {
    action: 'IMAGINE',
    verb: 'imagine',
    hasPrompt: true,
    pictures: [0, 5],
    body: (prompt, base64Array) => ({ prompt, ...(base64Array.length > 0 && { base64Array }) }),
  },
  {
    action: 'BLEND',
    verb: 'blend',
    hasPrompt: false,
    pictures: [2, 5],
    body: (_, base64Array) => ({ base64Array }),
  },
  {
    action: 'DESCRIBE',
    verb: 'describe',
    hasPrompt: false,
    pictures: [1, 1],
    body: (_, [base64]) => ({ base64 }),
  },
  {
    action: 'SHORTEN',
    verb: 'shorten',
    hasPrompt: true,
    pictures: [0, 0],
    body: (prompt) => ({ prompt }),
  },
  {
    action: 'SWAP_FACE',
    verb: 'swap',
    hasPrompt: false,
    pictures: [2, 2],
    body: (_, [sourceBase64, targetBase64]) => ({ sourceBase64, targetBase64 }),
  },
]

const RATIOS = ['', '1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3'] as const

export function canDraw(prices: JobPrices): boolean {
  return WAYS.some(({ action }) => prices.models?.has(DRAWING_ACTIONS[action].model))
}

export function DrawForm({ prices }: { readonly prices: JobPrices }) {
  const { text } = useText()
  const ways = WAYS.filter(({ action }) => prices.models?.has(DRAWING_ACTIONS[action].model))
  const [chosen, choose] = useState<DrawingAction>(ways[0]?.action ?? 'IMAGINE')
  const [prompt, type] = useState('')
  const [ratio, shape] = useState('')
  const pictures = usePictures()
  const acts = useJobActs('drawing')
  const way = ways.find(({ action }) => action === chosen) ?? WAYS[0]
  if (way === undefined) return null
  const [fewest, most] = way.pictures
  // A way without pictures shows none, and sends none that were chosen for another.
  const sent = most > 0 ? pictures.images : []
  const isReady =
    (!way.hasPrompt || prompt.trim() !== '') && sent.length >= fewest && sent.length <= most
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const hasRatio = way.action === 'IMAGINE' && ratio !== ''
    const body = way.body(hasRatio ? `${prompt.trim()} --ar ${ratio}` : prompt.trim(), sent)
    // Those chosen since then go with the next.
    if (await acts.submit(() => draw.submit(way.verb, body))) pictures.remove(...sent)
  }
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <Field label={text('create.what')}>
        <Select
          block
          value={way.action}
          onChange={({ target }) =>
            choose(ways.find(({ action }) => action === target.value)?.action ?? 'IMAGINE')
          }
        >
          {ways.map(({ action }) => (
            <Select.Option key={action} value={action}>
              {text(`job_action.${action}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      {way.hasPrompt && (
        <Field label={text('field.drawing.prompt')} isRequired>
          <Textarea
            block
            rows={4}
            resize="vertical"
            value={prompt}
            onChange={({ target }) => type(target.value)}
          />
        </Field>
      )}
      {way.action === 'IMAGINE' && <RatioField ratio={ratio} onChange={shape} />}
      {most > 0 && (
        <PicturesField
          label={text('create.pictures')}
          caption={text(fewest === most ? 'create.pictures_exactly' : 'create.pictures_between', {
            fewest,
            most,
          })}
          pictures={pictures}
        />
      )}
      <SendLine
        usd={prices.usdOf(DRAWING_ACTIONS[way.action].model)}
        isReady={isReady}
        isBusy={acts.isBusy}
      />
    </form>
  )
}

interface RatioFieldProps {
  readonly ratio: string
  readonly onChange: (ratio: string) => void
}

function RatioField({ ratio, onChange }: RatioFieldProps) {
  const { text } = useText()
  return (
    <Field label={text('create.ratio')}>
      <Select block value={ratio} onChange={({ target }) => onChange(target.value)}>
        {RATIOS.map((one) => (
          <Select.Option key={one} value={one}>
            {one === '' ? text('create.ratio_any') : one}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}
