import { ImageIcon, PaperAirplaneIcon, SquareFillIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { type ClipboardEvent, useState } from 'react'
import { useText } from '../../../app/language'
import { viewerId } from '../../../app/session'
import { readStored, store } from '../../../app/storage'
import { ChosenPictures } from '../../../components/pictures/ChosenPictures'
import { PictureFile } from '../../../components/pictures/PictureFile'
import type { Pictures } from '../../../components/pictures/use-pictures'

interface ComposerProps {
  readonly isBusy: boolean
  /** Whether there is a model to talk to. */
  readonly isReady: boolean
  readonly pictures: Pictures
  readonly onSend: (content: string, images: readonly string[]) => void
  readonly onStop: () => void
}

/** What is typed and not sent yet outlives a reload; each person of a browser has an own one. */
function draftKey(): string {
  return `playground-draft-${viewerId()}`
}

function useDraft() {
  const [typed, setTyped] = useState(() => readStored(draftKey()) ?? '')
  const type = (words: string): void => {
    setTyped(words)
    store(draftKey(), words === '' ? undefined : words)
  }
  return [typed, type] as const
}

export function Composer({ isBusy, isReady, pictures, onSend, onStop }: ComposerProps) {
  const { text } = useText()
  const [typed, type] = useDraft()
  const { images } = pictures
  const canSend = isReady && !isBusy && (typed.trim() !== '' || images.length > 0)
  const send = (): void => {
    if (!canSend) return
    onSend(typed, images)
    type('')
    pictures.remove(...images)
  }
  const paste = (event: ClipboardEvent): void => {
    const { files } = event.clipboardData
    if (files.length === 0) return
    event.preventDefault()
    pictures.add(files)
  }
  return (
    <form
      className="composer"
      data-over={pictures.isOver}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {images.length > 0 && (
        <div className="composer-images">
          <ChosenPictures pictures={pictures} />
        </div>
      )}
      <textarea
        rows={2}
        aria-label={text('playground.message')}
        placeholder={text(pictures.isOver ? 'playground.drop_here' : 'playground.placeholder')}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onPaste={paste}
        onKeyDown={(event) => {
          // While an input method composes, Enter chooses a word.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <div className="composer-tools">
        <PictureButton pictures={pictures} />
        {isBusy ? (
          <IconButton
            icon={SquareFillIcon}
            variant="danger"
            aria-label={text('playground.stop')}
            onClick={onStop}
          />
        ) : (
          <IconButton
            icon={PaperAirplaneIcon}
            variant="primary"
            type="submit"
            disabled={!canSend}
            aria-label={text('playground.send')}
          />
        )}
      </div>
    </form>
  )
}

function PictureButton({ pictures }: { readonly pictures: Pictures }) {
  const { text } = useText()
  const label = text('playground.picture_add')
  return (
    <PictureFile label={label} pictures={pictures}>
      {(open) => (
        <IconButton icon={ImageIcon} variant="invisible" aria-label={label} onClick={open} />
      )}
    </PictureFile>
  )
}
