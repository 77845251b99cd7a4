import { ImageIcon, PaperAirplaneIcon, SquareFillIcon, XIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { type ClipboardEvent, useRef, useState } from 'react'
import type { Pictures } from '../../components/use-pictures'
import { useText } from '../../language'

interface ComposerProps {
  readonly isBusy: boolean
  /** Whether there is a model to talk to. */
  readonly isReady: boolean
  readonly pictures: Pictures
  readonly onSend: (content: string, images: readonly string[]) => void
  readonly onStop: () => void
}

export function Composer({ isBusy, isReady, pictures, onSend, onStop }: ComposerProps) {
  const { text } = useText()
  const [typed, type] = useState('')
  const { images } = pictures
  const canSend = isReady && !isBusy && (typed.trim() !== '' || images.length > 0)
  const send = (): void => {
    if (!canSend) return
    onSend(typed, images)
    type('')
    pictures.clear()
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
      <ChosenPictures pictures={pictures} />
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
        <PictureInput onFiles={pictures.add} />
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

function ChosenPictures({ pictures }: { readonly pictures: Pictures }) {
  const { text } = useText()
  if (pictures.images.length === 0) return null
  return (
    <div className="message-images composer-images">
      {pictures.images.map((image) => (
        <span key={image} className="composer-image">
          <img src={image} alt={text('playground.picture')} />
          <IconButton
            icon={XIcon}
            size="small"
            aria-label={text('playground.picture_out')}
            onClick={() => pictures.remove(image)}
          />
        </span>
      ))}
    </div>
  )
}

function PictureInput({ onFiles }: { readonly onFiles: (files: Iterable<File>) => void }) {
  const { text } = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-label={text('playground.picture_add')}
        onChange={(event) => {
          // The list of a file field empties with it.
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton
        icon={ImageIcon}
        variant="invisible"
        aria-label={text('playground.picture_add')}
        onClick={() => input.current?.click()}
      />
    </>
  )
}
