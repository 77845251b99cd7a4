import { Select, Textarea, TextInput } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { CREDITS_PER_USD } from '../../../server/domain/money/quota'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { useJobActs } from '../../components/job/use-job-acts'
import { usePictures } from '../../components/pictures/use-pictures'
import { type Film, film } from './film'
import { PicturesField } from './PicturesField'
import { SendLine } from './SendLine'
import { useFilmPrice } from './use-film-price'
import type { JobPrices } from './use-job-prices'

const RATIOS = ['', '16:9', '9:16', '1:1', '4:3', '3:4'] as const
/** Models take one or the other; what a model does not support is shown with its price. */
const SIZES = ['', '480p', '720p', '1080p', '1280x720', '720x1280', '1792x1024', '1024x1792']
const MOST_SECONDS = 600
const EMPTY: Film = { model: '', prompt: '', seconds: '', ratio: '', size: '' }

export function VideoForm({ prices }: { readonly prices: JobPrices }) {
  const { text } = useText()
  const { videos } = prices
  const [wish, change] = useState<Film>({ ...EMPTY, model: videos[0] ?? '' })
  const pictures = usePictures()
  const acts = useJobActs('task')
  const { price, problem } = useFilmPrice(wish)
  const { length } = pictures.images
  const patch = (part: Partial<Film>): void => change({ ...wish, ...part })
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const sent = pictures.images
    if (await acts.submit(() => film.order(wish, sent[0]))) pictures.remove(...sent)
  }
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <Field label={text('create.model')}>
        <Select block value={wish.model} onChange={({ target }) => patch({ model: target.value })}>
          {videos.map((model) => (
            <Select.Option key={model} value={model}>
              {model}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Field label={text('field.drawing.prompt')} isRequired>
        <Textarea
          block
          rows={4}
          resize="vertical"
          value={wish.prompt}
          onChange={({ target }) => patch({ prompt: target.value })}
        />
      </Field>
      <FilmShape wish={wish} onChange={patch} problem={problem || undefined} />
      <PicturesField
        label={text('create.first_frame')}
        caption={text('create.first_frame_hint')}
        pictures={pictures}
      />
      <SendLine
        usd={price && price.quota / CREDITS_PER_USD}
        isAbout={price?.isExact === false}
        isReady={wish.prompt.trim() !== '' && length <= 1 && problem === ''}
        isBusy={acts.isBusy}
      />
    </form>
  )
}

interface FilmShapeProps {
  readonly wish: Film
  readonly onChange: (part: Partial<Film>) => void
  readonly problem: string | undefined
}

/** How long it is, and of what size. */
function FilmShape({ wish, onChange, problem }: FilmShapeProps) {
  const { text } = useText()
  const named = (value: string): string => value || text('create.ratio_any')
  return (
    <>
      <Field label={text('create.seconds')} caption={text('create.seconds_hint')} problem={problem}>
        <TextInput
          block
          type="number"
          min={1}
          max={MOST_SECONDS}
          value={wish.seconds}
          onChange={({ target }) => onChange({ seconds: target.value })}
        />
      </Field>
      <Field label={text('create.size')}>
        <Select block value={wish.size} onChange={({ target }) => onChange({ size: target.value })}>
          {SIZES.map((size) => (
            <Select.Option key={size} value={size}>
              {named(size)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Field label={text('create.ratio')}>
        <Select
          block
          value={wish.ratio}
          onChange={({ target }) => onChange({ ratio: target.value })}
        >
          {RATIOS.map((ratio) => (
            <Select.Option key={ratio} value={ratio}>
              {named(ratio)}
            </Select.Option>
          ))}
        </Select>
      </Field>
    </>
  )
}
