import { Select, Textarea, TextInput } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { submitJob } from '../../api/client'
import { Field } from '../../components/Field'
import { useJobActs } from '../../components/job/use-job-acts'
import { usePictures } from '../../components/use-pictures'
import { useText } from '../../language'
import { PicturesField } from './PicturesField'
import { SendLine } from './SendLine'
import type { JobPrices } from './use-job-prices'

const SIZES = ['', '1280x720', '720x1280', '1024x1792', '1792x1024', '1920x1080'] as const
const USUAL_SECONDS = 4
const MOST_SECONDS = 60

export function canFilm(prices: JobPrices): boolean {
  return prices.videos.length > 0
}

export function VideoForm({ prices }: { readonly prices: JobPrices }) {
  const { text } = useText()
  const [film, change] = useState({ model: '', prompt: '', seconds: USUAL_SECONDS, size: '' })
  const pictures = usePictures()
  const acts = useJobActs('task')
  const patch = (part: Partial<typeof film>): void => change({ ...film, ...part })
  const { prompt, seconds, size } = film
  const model = prices.videos.find((name) => name === film.model) ?? prices.videos[0] ?? ''
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const [image] = pictures.images
    const body = {
      model,
      prompt: prompt.trim(),
      seconds: String(seconds),
      ...(size !== '' && { size }),
      ...(image !== undefined && { image }),
    }
    if (await acts.submit(() => submitJob('/pg/videos', body))) pictures.clear()
  }
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <Field label={text('create.model')}>
        <Select block value={model} onChange={({ target }) => patch({ model: target.value })}>
          {prices.videos.map((name) => (
            <Select.Option key={name} value={name}>
              {name}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Field label={text('field.drawing.prompt')} isRequired>
        <Textarea
          block
          rows={4}
          resize="vertical"
          value={prompt}
          onChange={({ target }) => patch({ prompt: target.value })}
        />
      </Field>
      <Field label={text('create.seconds')}>
        <TextInput
          block
          type="number"
          min={1}
          max={MOST_SECONDS}
          value={String(seconds)}
          onChange={({ target }) => patch({ seconds: wholeSeconds(target.value) })}
        />
      </Field>
      <SizeField size={size} onChange={patch} />
      <PicturesField
        label={text('create.first_frame')}
        caption={text('create.first_frame_hint')}
        pictures={pictures}
      />
      <SendLine
        usd={prices.usdOfVideo(model, { seconds, size })}
        isReady={prompt.trim() !== '' && pictures.images.length <= 1}
        isBusy={acts.isBusy}
      />
    </form>
  )
}

interface SizeFieldProps {
  readonly size: string
  readonly onChange: (part: { readonly size: string }) => void
}

function SizeField({ size, onChange }: SizeFieldProps) {
  const { text } = useText()
  return (
    <Field label={text('create.size')}>
      <Select block value={size} onChange={({ target }) => onChange({ size: target.value })}>
        {SIZES.map((one) => (
          <Select.Option key={one} value={one}>
            {one === '' ? text('create.size_any') : one}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}

function wholeSeconds(typed: string): number {
  return Math.min(MOST_SECONDS, Math.max(1, Math.trunc(Number(typed)) || 1))
}
