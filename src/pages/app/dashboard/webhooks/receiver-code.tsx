import { useState } from 'react';
import receivers from 'receivers';
import { CopyText } from '../../parts/copyable.js';
import { TextField } from '../../parts/field.js';
import { Card } from '../../parts/layout.js';

/** The languages, by file extension. */
const LANGUAGES: readonly (readonly [ending: string, words: string])[] = [
  ['ts', 'Node'],
  ['py', 'Python'],
  ['php', 'PHP'],
  ['go', 'Go'],
];
const NAME_IN_CODE = 'WEBHOOK_SECRET';
const REMEMBERED = 'quittance-language';

const isName = (text: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);

/** The code of a receiver that verifies signatures. The reader chooses its language and the name of the secret's variable. */
export default function ReceiverCode() {
  const [language, setLanguage] = useState(() => localStorage.getItem(REMEMBERED) ?? 'ts');
  const [name, setName] = useState(NAME_IN_CODE);
  const code = (receivers[language] ?? receivers['ts'] ?? '').replaceAll(
    NAME_IN_CODE,
    isName(name) ? name : NAME_IN_CODE,
  );
  const choose = (next: string): void => {
    localStorage.setItem(REMEMBERED, next);
    setLanguage(next);
  };
  return (
    <Card title="A receiver in your language" actions={<CopyText text={code} />}>
      <div className="form">
        <p className="muted">
          It verifies the signature over the raw body, takes each event once, and answers 204. Keep the secret
          in the environment, never in the code.
        </p>
        <TextField
          label="The variable that has the secret"
          name="variable"
          spellCheck={false}
          autoComplete="off"
          wrong={isName(name) ? undefined : 'A name has letters, digits and underscores.'}
          value={name}
          onValue={setName}
        />
        <div className="stack">
          <div className="tabs" role="group" aria-label="Language">
            {LANGUAGES.map(([ending, words]) => (
              <button
                key={ending}
                type="button"
                aria-pressed={ending === language}
                onClick={() => choose(ending)}
              >
                {words}
              </button>
            ))}
          </div>
          <pre className="code program" tabIndex={0} role="region" aria-label="Code of a receiver">
            {code}
          </pre>
        </div>
      </div>
    </Card>
  );
}
