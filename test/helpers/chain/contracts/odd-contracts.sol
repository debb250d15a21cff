// SPDX-License-Identifier: MIT
// Compiled with solc 0.8.37 (npm package `solc`, soljson 0.8.37), optimizer on with 200 runs, evmVersion paris,
// metadata.bytecodeHash none. The results stand beside this file as odd-contracts.json ({name: {abi, bytecode}}).
pragma solidity ^0.8.20;

/// An ERC-20 whose `transfer` and `transferFrom` return nothing, as the real USDT on Ethereum does. 6 decimals.
contract NoReturnToken {
    string public constant symbol = "USDT";
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function approve(address spender, uint256 value) external {
        allowance[msg.sender][spender] = value;
    }

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
    }

    function _move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// USDC as it is on BSC: our usual symbol, 18 decimals.
contract EighteenDecimalsToken {
    string public constant symbol = "USDC";
    uint8 public constant decimals = 18;
    mapping(address => uint256) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Emits any Transfer events on request, well-formed or not. A listed token never does this, but an unlisted one may.
contract LiarToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Noise(uint256 value);

    function emitTransfer(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }

    function emitNoise(uint256 value) external {
        emit Noise(value);
    }

    /// Transfer's topic with a fourth one and no data, as ERC-721 emits it.
    function emitNftTransfer(address from, address to, uint256 tokenId) external {
        bytes32 signature = keccak256("Transfer(address,address,uint256)");
        assembly {
            log4(0, 0, signature, from, to, tokenId)
        }
    }

    /// Another event first, so that the transfer does not stand first in its receipt.
    function emitNoiseThenTransfer(address from, address to, uint256 value) external {
        emit Noise(value);
        emit Transfer(from, to, value);
    }
}

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Pays many at once out of its own balance: several Transfer events in one transaction. Forwards native coin inside
/// a transaction, as smart wallets do, so that no transaction's own `to` is the recipient.
contract BatchPayer {
    function payMany(address token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) Token(token).transfer(to[i], values[i]);
    }

    function payManyThenFail(address token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) Token(token).transfer(to[i], values[i]);
        revert("as asked");
    }

    function forward(address payable to) external payable {
        (bool sent, ) = to.call{value: msg.value}("");
        require(sent, "the recipient refused");
    }
}

/// Refuses native coin: a transaction that pays it reverts.
contract RefusesCoin {
    receive() external payable {
        revert("no coin here");
    }
}

/// Destroys itself at its creation: its native coin goes to `to` without a call.
contract Vanishing {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

/// Keeps the native coin that it gets at its creation.
contract Keeper {
    constructor() payable {}
}

/// Moves native coin in every way except by a transaction's own value, and in some ways that only seem to move it.
contract CoinMover {
    receive() external payable {}

    function payEach(address payable[] calldata to, uint256[] calldata values) external payable {
        for (uint256 i = 0; i < to.length; i++) pay(to[i], values[i]);
    }

    /// Pays and undoes it: the call with the payment reverts, but the transaction does not.
    function payAndUndo(address payable to) external payable {
        try this.payThenFail{value: msg.value}(to) {} catch {}
    }

    function payThenFail(address payable to) external payable {
        pay(to, msg.value);
        revert("as asked");
    }

    /// Pays from a call inside a call.
    function payDeep(address payable to) external payable {
        this.payAll{value: msg.value}(to);
    }

    function payAll(address payable to) external payable {
        pay(to, msg.value);
    }

    function payByVanishing(address payable to) external payable {
        new Vanishing{value: msg.value}(to);
    }

    function payByCreating() external payable {
        new Keeper{value: msg.value}();
    }

    /// Runs the code of another contract with this call's value, which moves no coin. It also calls a precompiled contract.
    function delegateTo(address to) external payable {
        (bool done, ) = to.delegatecall("");
        require(done && sha256("") != 0, "refused");
    }

    function pay(address payable to, uint256 value) private {
        (bool sent, ) = to.call{value: value}("");
        require(sent, "the recipient refused");
    }
}
