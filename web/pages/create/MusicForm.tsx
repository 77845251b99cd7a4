import { Select, Textarea, TextInput } from '@primer/react'
import { type FormEvent, useState } from 'react'
import { useText } from '../../app/language'
import { Field } from '../../components/form/Field'
import { SwitchField } from '../../components/form/SwitchField'
import { useJobActs } from '../../components/job/use-job-acts'
import { SendLine } from './SendLine'
import { type Song, sing } from './sing'
import type { JobPrices } from './use-job-prices'

const WAYS = ['idea', 'own', 'lyrics'] as const
type Way = (typeof WAYS)[number]

const MODELS: Readonly<Record<Way, string>> = {
  idea: 'suno_music',
  own: 'suno_music',
  lyrics: 'suno_lyrics',
}

const EMPTY: Song = { words: '', title: '', tags: '', mv: '', isInstrumental: false }

const VERSIONS = ['', 'chirp-v3-0', 'chirp-v3-5', 'chirp-v4', 'chirp-auk'] as const

export function canSing(prices: JobPrices): boolean {
  return WAYS.some((way) => prices.models?.has(MODELS[way]))
}

export function MusicForm({ prices }: { readonly prices: JobPrices }) {
  const { text } = useText()
  const ways = WAYS.filter((way) => prices.models?.has(MODELS[way]))
  const [chosen, choose] = useState<Way>(ways[0] ?? 'idea')
  const [song, change] = useState<Song>(EMPTY)
  const acts = useJobActs('task')
  const patch = (part: Partial<Song>): void => change({ ...song, ...part })
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    await acts.submit(() => sing(chosen, song))
  }
  return (
    <form className="form" onSubmit={(event) => void send(event)}>
      <Field label={text('create.what')}>
        <Select
          block
          value={chosen}
          onChange={({ target }) => choose(WAYS.find((way) => way === target.value) ?? 'idea')}
        >
          {ways.map((way) => (
            <Select.Option key={way} value={way}>
              {text(`create.music_${way}`)}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <Field label={text(`create.words_${chosen}`)} isRequired>
        <Textarea
          block
          rows={chosen === 'own' ? 8 : 4}
          resize="vertical"
          value={song.words}
          onChange={({ target }) => patch({ words: target.value })}
        />
      </Field>
      {chosen === 'own' && <OwnWords song={song} onChange={patch} />}
      {chosen !== 'lyrics' && <Performance song={song} onChange={patch} />}
      <SendLine
        usd={prices.usdOf(MODELS[chosen])}
        isReady={song.words.trim() !== ''}
        isBusy={acts.isBusy}
      />
    </form>
  )
}

interface SongPartProps {
  readonly song: Song
  readonly onChange: (part: Partial<Song>) => void
}

/** What a song of one's own words is called, and how it sounds. */
function OwnWords({ song, onChange }: SongPartProps) {
  const { text } = useText()
  return (
    <>
      <Field label={text('create.song_title')}>
        <TextInput
          block
          value={song.title}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Field>
      <Field label={text('create.song_tags')} caption={text('create.song_tags_hint')}>
        <TextInput
          block
          value={song.tags}
          onChange={({ target }) => onChange({ tags: target.value })}
        />
      </Field>
    </>
  )
}

/** Who sings it, if anybody. */
function Performance({ song, onChange }: SongPartProps) {
  const { text } = useText()
  return (
    <>
      <Field label={text('create.version')}>
        <Select block value={song.mv} onChange={({ target }) => onChange({ mv: target.value })}>
          {VERSIONS.map((one) => (
            <Select.Option key={one} value={one}>
              {one === '' ? text('create.version_any') : one}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <SwitchField
        label={text('create.instrumental')}
        isOn={song.isInstrumental}
        onChange={(isInstrumental) => onChange({ isInstrumental })}
      />
    </>
  )
}
