import { ImageIcon, PaperAirplaneIcon, SquareFillIcon, XIcon } from '@primer/octicons-react'
import { IconButton } from '@primer/react'
import { useRef, useState } from 'react'
import { useText } from '../../language'
import { useToast } from '../../shell/Toasts'

interface ComposerProps {
  readonly isBusy: boolean
  readonly onSend: (content: string, images: readonly string[]) => void
  readonly onStop: () => void
}

const MOST_BYTES = 8_000_000

export function Composer({ isBusy, onSend, onStop }: ComposerProps) {
  const { text } = useText()
  const [typed, type] = useState('')
  const [images, setImages] = useState<readonly string[]>([])
  const canSend = !isBusy && (typed.trim() !== '' || images.length > 0)
  const send = (): void => {
    if (!canSend) return
    onSend(typed, images)
    type('')
    setImages([])
  }
  return (
    <form
      className="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {images.length > 0 && (
        <div className="message-images">
          {images.map((image) => (
            <span key={image} className="composer-image">
              <img src={image} alt={text('playground.picture')} />
              <IconButton
                icon={XIcon}
                size="small"
                aria-label={text('playground.picture_out')}
                onClick={() => setImages(images.filter((one) => one !== image))}
              />
            </span>
          ))}
        </div>
      )}
      <textarea
        rows={3}
        aria-label={text('playground.message')}
        placeholder={text('playground.placeholder')}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          // While an input method composes, Enter chooses a word.
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          send()
        }}
      />
      <div className="composer-tools">
        <ImageInput onImage={(image) => setImages((all) => [...all, image])} />
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

/** Pictures travel inside the message. */
function ImageInput({ onImage }: { readonly onImage: (dataUrl: string) => void }) {
  const { text } = useText()
  const toast = useToast()
  const input = useRef<HTMLInputElement>(null)
  const read = (file: File | undefined): void => {
    if (file === undefined) return
    if (file.size > MOST_BYTES) {
      toast.warn(text('playground.picture_large'))
      return
    }
    const reader = new FileReader()
    reader.onload = () => {
      if (typeof reader.result === 'string') onImage(reader.result)
    }
    reader.readAsDataURL(file)
  }
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/*"
        tabIndex={-1}
        aria-label={text('playground.picture_add')}
        onChange={(event) => {
          read(event.target.files?.[0])
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
