import { Fragment } from 'react';
import { isTime } from '../data/figures.js';
import { atAGlance } from '../data/sentence.js';
import { At } from './figures.js';

const TIME = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/;

/** A text of the API, made easy to read. Its times are local, as everywhere on the pages. */
export function ReadAtAGlance({ words }: { readonly words: string }) {
  return words
    .split(TIME)
    .map((part, at) => (
      <Fragment key={at}>{TIME.test(part) && isTime(part) ? <At time={part} /> : atAGlance(part)}</Fragment>
    ));
}
