"""What JSON Schema can not say of a request: with it data as the document has it is what the API takes, and does."""

import json
import re
import zlib

import schemathesis

# As the document has it: what stands where a host does may still be none.
REDIRECT = re.compile(r'^https://[^/?#@\s\x00-\x1f\x7f-\x9f"<>\\^`{|}]+([/?#][^\s\x00-\x1f\x7f-\x9f"<>\\^`{|}]*)?$')
PAYABLE = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"


@schemathesis.hook
def before_call(ctx, case, kwargs):
    if not isinstance(case.body, dict):
        return
    body = case.body
    # A key expires in the future.
    if isinstance(body.get("expiresAt"), str) and body["expiresAt"] < "2099":
        body["expiresAt"] = None
    if isinstance(body.get("redirectUrl"), str) and REDIRECT.fullmatch(body["redirectUrl"]):
        body["redirectUrl"] = "https://shop.example/thanks"
    # Each asset and each address is listed once.
    for field in ("withdrawalLimits", "withdrawalAddresses"):
        if isinstance(body.get(field), list):
            body[field] = body[field][:1]
    # Every second request about money names an asset that there is, and an amount that can be had: it does something.
    if zlib.crc32(json.dumps(body, sort_keys=True, default=str).encode()) % 2 == 0:
        ask_for_what_there_is(body)


def ask_for_what_there_is(body):
    replacements = {
        "chainCode": "local",
        "tokenSymbol": "USDC",
        "fiatCurrency": "USD",
        "amountFiat": "1.50",
        "amountCrypto": "0.01",
        "amountAtomic": "10000",
        "address": PAYABLE,
    }
    for field, value in replacements.items():
        if isinstance(body.get(field), str):
            body[field] = value
